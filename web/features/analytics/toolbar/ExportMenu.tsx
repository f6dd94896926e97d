import { Archive, Braces, ChevronDown, Download, FileSpreadsheet } from 'lucide-react';
import type { ExportView } from '#contract/analytics/overview.ts';
import { type Sides, useExportFigures } from '#web/features/analytics/figures/analytics-queries.ts';
import type { Address } from '#web/features/analytics/filters/analytics-address.ts';
import { Button } from '#web/ui/Button.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';

type Props = { address: Address; view: ExportView; sides?: Sides | undefined };

/** What is shown as a file, with the same filters and exact figures. */
export function ExportMenu({ address, view, sides }: Props) {
  const exporting = useExportFigures(address);
  return (
    <Menu
      trigger={
        <Button size="bar" busy={exporting.isPending}>
          <Download size={14} aria-hidden />
          <span className="max-md:sr-only">Export</span> <ChevronDown size={14} aria-hidden />
        </Button>
      }
    >
      <MenuItem
        icon={FileSpreadsheet}
        onSelect={() => exporting.mutate({ view, format: 'csv', ...sides })}
      >
        CSV <span className="ml-auto pl-6 text-muted text-xs">this view, exact</span>
      </MenuItem>
      <MenuItem icon={Braces} onSelect={() => exporting.mutate({ view, format: 'json', ...sides })}>
        JSON
      </MenuItem>
      <MenuItem
        icon={Archive}
        onSelect={() => exporting.mutate({ view: 'readings', format: 'csv' })}
      >
        All readings of the range
      </MenuItem>
    </Menu>
  );
}
