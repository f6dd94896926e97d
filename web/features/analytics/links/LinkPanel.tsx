import { Copy, CornerDownRight, Download, Pencil, Route, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { LinkDetails } from '#contract/publishing/links.ts';
import { isTelling, rateOf } from '#contract/publishing/rates.ts';
import { useCan, useZone } from '#web/api/workspace.ts';
import { classes } from '#web/lib/classes.ts';
import { exactCount } from '#web/lib/count.ts';
import { nameOf, plural } from '#web/lib/text.ts';
import { timeOfDay, zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Segments } from '#web/ui/fields/Segments.tsx';
import { DayBars } from './DayBars.tsx';
import { EndDialog, LinkFieldDialog } from './LinkDialogs.tsx';
import { copyLink } from './LinkRow.tsx';
import { downloadQr, type Range, useChangeLink, useLink } from './link-queries.ts';
import { bareAddress, titleOf } from './link-words.ts';

type Props = { id: number; range: Range; onClose: () => void };

/** One short link: where it leads, who follows it, its QR code and its history. */
export function LinkPanel({ id, range, onClose }: Props) {
  const { data: link, isError, refetch, dataUpdatedAt } = useLink(id, range);
  const zone = useZone();
  const closes = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  if (isError && !link)
    return (
      <div className="p-4">
        <RetryAlert message="The link couldn’t be loaded." onRetry={() => void refetch()} />
      </div>
    );
  if (!link)
    return (
      <div role="status" aria-label="Loading the link" className="p-4">
        <Skeleton className="h-96" />
      </div>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it, wherever the focus is inside
    <div onKeyDown={closes}>
      <Head link={link} onClose={onClose} />
      <Part>
        <div className="flex gap-2">
          <input
            readOnly
            aria-label="Short link"
            value={link.url.replace(/^https?:\/\//, '')}
            onFocus={({ target }) => target.select()}
            className="field min-w-0 grow rounded-base border border-field bg-sunken font-mono text-[13px]"
          />
          <Button autoFocus onClick={() => copyLink(link)}>
            <Copy size={16} aria-hidden />
            Copy
          </Button>
        </div>
        <p className="mt-2 flex items-start gap-1.5 text-[13px] text-muted">
          <CornerDownRight size={14} aria-hidden className="mt-0.5 shrink-0" />
          <a
            href={link.target}
            rel="noreferrer"
            target="_blank"
            className="line-clamp-2 break-all hover:underline"
          >
            {link.target}
          </a>
        </p>
      </Part>
      <dl
        className={classes(
          'grid divide-x divide-line border-line border-t',
          link.site.visits > 0 ? 'grid-cols-3' : 'grid-cols-2',
        )}
      >
        <Figure
          label="Visits"
          count={link.visits}
          under={`${exactCount(link.bots)} by bots left out`}
        />
        <Figure label="Visitors" count={link.visitors} under="sum of days" />
        {link.site.visits > 0 && (
          <Figure label="Conversions" count={link.site.conversions} under={rateOfSite(link.site)} />
        )}
      </dl>
      <Part>
        <div className="mb-2 flex items-baseline justify-between">
          <h4 className="font-semibold text-sm">Visits a day</h4>
          <span className="text-muted text-xs">
            as of {timeOfDay(new Date(dataUpdatedAt).toISOString(), zone)}
          </span>
        </div>
        <DayBars days={link.days} tall />
        <Sources link={link} />
      </Part>
      <QrPart link={link} />
      <History link={link} zone={zone} />
      {link.is_manual && <Actions link={link} />}
    </div>
  );
}

const Part = ({ children }: { children: ReactNode }) => (
  <div className="border-line border-t px-4 py-3">{children}</div>
);

function Head({ link, onClose }: { link: LinkDetails; onClose: () => void }) {
  const [isNaming, setNaming] = useState(false);
  const decides = useCan('decide');
  return (
    <div className="flex h-12 items-center gap-1 pr-2 pl-4">
      <h3 className="min-w-0 grow truncate font-semibold text-sm">{titleOf(link)}</h3>
      {link.is_manual && decides && (
        <Button
          size="smallIcon"
          variant="ghost"
          aria-label="Rename"
          onClick={() => setNaming(true)}
        >
          <Pencil size={14} aria-hidden />
        </Button>
      )}
      <Button
        size="smallIcon"
        variant="ghost"
        aria-label="Close the link"
        onClick={onClose}
        className="max-lg:hidden"
      >
        <X size={14} aria-hidden />
      </Button>
      {isNaming && <LinkFieldDialog field="name" link={link} onClose={() => setNaming(false)} />}
    </div>
  );
}

const Figure = ({ label, count, under }: { label: string; count: number; under: string }) => (
  <div className="px-4 py-3">
    <dt className="text-muted text-xs">{label}</dt>
    <dd>
      <span className="font-semibold text-xl tabular-nums">{exactCount(count)}</span>
      <span className="block text-muted text-xs">{under}</span>
    </dd>
  </div>
);

/** '3.0% (1.6–5.8)', or of how many visits where that says nothing. */
function rateOfSite({ converted, visits }: LinkDetails['site']): string {
  const rate = rateOf(converted, visits);
  if (!rate || !isTelling(rate)) return `${exactCount(converted)} of ${plural(visits, 'visit')}`;
  const [share, low, high] = [rate.rate, rate.low, rate.high].map((part) =>
    (100 * part).toFixed(1),
  );
  return `${share}% (${low}–${high})`;
}

const SOURCES = [
  { value: 'referrers', label: 'Referrer' },
  { value: 'devices', label: 'Device' },
] as const;

function Sources({ link }: { link: LinkDetails }) {
  const [kind, setKind] = useState<'referrers' | 'devices'>('referrers');
  const list = link[kind];
  const most = Math.max(...list.map(({ visits }) => visits), 1);
  return (
    <div className="mt-4">
      <Segments label="Source" value={kind} options={SOURCES} onChange={setKind} />
      {list.length === 0 && <p className="mt-2 text-[13px] text-muted">No visits in this range</p>}
      <ul className="mt-2 flex flex-col gap-1 text-[13px]">
        {list.map(({ name, visits }) => (
          <li key={name} className="relative flex h-7 items-center justify-between px-2">
            <span
              aria-hidden
              className="absolute inset-y-0 left-0 rounded-sm bg-accent-soft"
              style={{ width: `${(visits / most) * 100}%` }}
            />
            <span className="relative truncate">{name || 'direct or unknown'}</span>
            <span className="relative tabular-nums">{exactCount(visits)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const QrPart = ({ link: { id, qr, code } }: { link: LinkDetails }) => (
  <div className="flex items-center gap-4 border-line border-t px-4 py-3">
    <img
      alt={`QR code of /l/${code}`}
      src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
      width={112}
      height={112}
      className="shrink-0 rounded-base border border-line"
    />
    <div>
      <h4 className="font-semibold text-sm">QR code</h4>
      <p className="text-muted text-xs">It keeps working when the destination changes.</p>
      <div className="mt-2 flex gap-2">
        {(['svg', 'png'] as const).map((format) => (
          <Button
            key={format}
            size="small"
            aria-label={`Download as ${format.toUpperCase()}`}
            onClick={() => void downloadQr(id, format)}
          >
            <Download size={14} aria-hidden />
            {format.toUpperCase()}
          </Button>
        ))}
      </div>
    </div>
  </div>
);

/** What somebody did to a link. */
function deedOf({ action, changes, user }: LinkDetails['history'][number]): string {
  const who = nameOf(user);
  if (action === 'create') return `Created by ${who}`;
  const { target, name, ended } = changes;
  if (target)
    return `${who} changed it to ${bareAddress(String(target.after))}, was ${bareAddress(String(target.before))}`;
  if (ended) return `${who} ${ended.after ? 'ended' : 'reopened'} it`;
  return name?.after ? `${who} named it ${String(name.after)}` : `${who} removed its name`;
}

const History = ({ link: { history }, zone }: { link: LinkDetails; zone: string }) =>
  history.length > 0 && (
    <ol aria-label="History" className="border-line border-t px-4 py-3 text-xs">
      {history.map((entry) => (
        <li key={entry.at} className="flex gap-3 py-0.5">
          <span className="w-32 shrink-0 text-muted">{zonedTime(entry.at, zone)}</span>
          <span className="min-w-0 break-words">{deedOf(entry)}</span>
        </li>
      ))}
    </ol>
  );

function Actions({ link }: { link: LinkDetails }) {
  const [asks, setAsks] = useState<'target' | 'end'>();
  const change = useChangeLink();
  if (!useCan('decide')) return null;
  const close = () => setAsks(undefined);
  return (
    <div className="flex flex-wrap justify-between gap-2 border-line border-t px-4 py-3">
      <Button onClick={() => setAsks('target')}>
        <Route size={16} aria-hidden />
        Change destination…
      </Button>
      {link.ended_at ? (
        <Button variant="ghost" onClick={() => change.mutate({ link, ended: false })}>
          Reopen link
        </Button>
      ) : (
        <Button variant="ghost" className="text-danger" onClick={() => setAsks('end')}>
          End link…
        </Button>
      )}
      {asks === 'target' && <LinkFieldDialog field="target" link={link} onClose={close} />}
      <EndDialog
        open={asks === 'end'}
        onClose={close}
        onConfirm={() => {
          close();
          change.mutate({ link, ended: true });
        }}
      />
    </div>
  );
}
