import {
  Archive,
  BookOpenText,
  Braces,
  Ellipsis,
  FileChartColumn,
  FileSpreadsheet,
  RefreshCw,
} from 'lucide-react';
import { useState } from 'react';
import type { ExportView } from '#contract/analytics/overview.ts';
import { useCan } from '#web/api/workspace.ts';
import { type Sides, useExportFigures } from '#web/features/analytics/figures/analytics-queries.ts';
import type { Address } from '#web/features/analytics/filters/analytics-address.ts';
import { laterComponent } from '#web/lib/later.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/Button.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { useRefreshing } from './use-refreshing.ts';

const DefinitionsDialog = laterComponent(() =>
  import('./Definitions.tsx').then(({ DefinitionsDialog }) => DefinitionsDialog),
);
const NewReportDialog = laterComponent(() =>
  import('#web/features/analytics/reports/NewReportDialog.tsx').then(
    ({ NewReportDialog }) => NewReportDialog,
  ),
);

type Props = {
  address: Address;
  /** What can be exported; undefined where nothing can. */
  view: ExportView | undefined;
  sides: Sides | undefined;
  /** Whether there are figures of posts to read, and to report. */
  hasFigures: boolean;
};

type Opened = 'definitions' | 'report';

/** What can be done on each view of the page; on a phone in one menu. */
export function PageTools({ address, view, sides, hasFigures }: Props) {
  const [opened, setOpened] = useState<Opened>();
  const isPhone = useMedia('(max-width: 767px)');
  const writes = useCan('write') && hasFigures;
  const refreshing = useRefreshing(address);
  const open = (dialog: Opened) => () => setOpened(dialog);
  const close = () => setOpened(undefined);
  return (
    <>
      {isPhone ? (
        <PhoneMenu
          {...{ address, view, sides, writes, open }}
          onRefresh={() => !refreshing.isReading && refreshing.begin()}
        />
      ) : (
        <>
          <Button variant="ghost" size="bar" onClick={open('definitions')}>
            <BookOpenText size={14} aria-hidden /> Definitions
          </Button>
          {writes && (
            <Button
              variant="ghost"
              size="bar"
              busy={refreshing.isReading}
              onClick={refreshing.begin}
            >
              <RefreshCw size={14} aria-hidden /> Refresh
            </Button>
          )}
          {view && <ExportMenu address={address} view={view} sides={sides} />}
          {writes && (
            <Button size="bar" onClick={open('report')}>
              <FileChartColumn size={14} aria-hidden /> Report…
            </Button>
          )}
        </>
      )}
      {opened === 'definitions' && <DefinitionsDialog onClose={close} />}
      {opened === 'report' && <NewReportDialog address={address} onClose={close} />}
    </>
  );
}

type PhoneProps = Omit<Props, 'hasFigures'> & {
  writes: boolean;
  open: (dialog: Opened) => () => void;
  onRefresh: () => void;
};

function PhoneMenu({ address, view, sides, writes, open, onRefresh }: PhoneProps) {
  const exporting = useExportFigures(address);
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label="More">
          <Ellipsis size={18} aria-hidden />
        </Button>
      }
    >
      <MenuItem icon={BookOpenText} onSelect={open('definitions')}>
        Definitions
      </MenuItem>
      {writes && (
        <MenuItem icon={RefreshCw} onSelect={onRefresh}>
          Refresh
        </MenuItem>
      )}
      {view && (
        <>
          <MenuItem
            icon={FileSpreadsheet}
            onSelect={() => exporting.mutate({ view, format: 'csv', ...sides })}
          >
            Export as CSV
          </MenuItem>
          <MenuItem
            icon={Braces}
            onSelect={() => exporting.mutate({ view, format: 'json', ...sides })}
          >
            Export as JSON
          </MenuItem>
          <MenuItem
            icon={Archive}
            onSelect={() => exporting.mutate({ view: 'readings', format: 'csv' })}
          >
            Export all readings
          </MenuItem>
        </>
      )}
      {writes && (
        <MenuItem icon={FileChartColumn} onSelect={open('report')}>
          Report…
        </MenuItem>
      )}
    </Menu>
  );
}
