import { Bot, CodeXml, Folder, ShieldCheck, SquareTerminal } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import type { App } from '#contract/people/apps.ts';
import { SCOPE_WORDS } from '#web/features/automation/keys/key-words.ts';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { classes } from '#web/lib/classes.ts';
import { plural } from '#web/lib/text.ts';
import { relativeTime } from '#web/lib/time/time.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { endWords } from './app-words.ts';
import { Proof } from './ConsentFacts.tsx';

type Props = {
  apps: readonly App[];
  now: number;
  onDisconnect: (app: App) => void;
};

/** Apps with what they may, and when they did something. */
export const AppList = ({ apps, now, onDisconnect }: Props) => (
  <ul
    aria-label="Connected apps"
    className="divide-y divide-line-soft rounded-base border border-line bg-surface"
  >
    {apps.map((app) => (
      <AppRow key={app.id} app={app} now={now} onDisconnect={() => onDisconnect(app)} />
    ))}
  </ul>
);

function AppRow({ app, now, onDisconnect }: { app: App; now: number; onDisconnect: () => void }) {
  const isTerminal = app.kind === 'terminal';
  const Mark = isTerminal ? SquareTerminal : app.resource === 'api' ? CodeXml : Bot;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 p-4">
      <span
        aria-hidden
        className="grid size-9 shrink-0 place-items-center rounded-base border border-line bg-sunken text-muted"
      >
        <Mark size={16} />
      </span>
      <div className="flex min-w-0 grow basis-60 flex-col gap-1.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span dir="auto" className="min-w-0 break-words font-medium">
            {app.name}
          </span>
          {app.host !== null && (
            <span dir="auto" className="min-w-0 break-all text-[13px] text-muted">
              {app.host}
            </span>
          )}
          {!isTerminal && <Proof isConfirmed={app.is_confirmed} />}
        </p>
        <Access app={app} />
        <p className="flex flex-wrap gap-x-2 text-[13px] text-muted">
          <span>
            {app.last_used_at ? `Last used ${relativeTime(app.last_used_at, now)}` : 'Not used yet'}
          </span>
          {[app.last_used_ip, app.last_used_agent?.slice(0, 30)].map(
            (text) =>
              text && (
                <span key={text} className="break-all">
                  · {text}
                </span>
              ),
          )}
          {!app.is_mine && <span dir="auto">· {app.owner.name}</span>}
          {app.waiting > 0 && (
            <span>
              ·{' '}
              <Link to={paths.review} className="text-accent underline">
                {app.waiting === 1
                  ? '1 proposal waits for review'
                  : `${app.waiting} proposals wait for review`}
              </Link>
            </span>
          )}
          <EndNote app={app} now={now} />
        </p>
      </div>
      <Button aria-label={`Disconnect ${app.name}`} className="max-sm:ml-13" onClick={onDisconnect}>
        Disconnect
      </Button>
    </li>
  );
}

function EndNote({ app, now }: { app: App; now: number }) {
  const ends = endWords(app, now);
  return ends && <span className="text-warning">· {ends}</span>;
}

function Access({ app }: { app: App }) {
  const folders = useFolders().data ?? [];
  const names = (app.folders ?? []).map((id) => folders.find((folder) => folder.id === id)?.name);
  const known = names.filter((name) => name !== undefined);
  const gone = names.length - known.length;
  return (
    <p className="flex flex-wrap items-center gap-1.5 text-[13px]">
      {app.scopes.map((scope) => {
        const isOff = app.scopes_off.includes(scope);
        return (
          <span
            key={scope}
            title={isOff ? `Off: ${app.owner.name} may not do this now` : undefined}
            className={classes(
              'inline-flex h-5 items-center rounded-[4px] px-1.5 font-medium text-xs',
              isOff ? 'border border-line border-dashed text-muted line-through' : 'bg-sunken',
            )}
          >
            {isOff && <span className="sr-only">Off: </span>}
            {SCOPE_WORDS[scope].name}
          </span>
        );
      })}
      {app.drafts_only && (
        <Badge tone="published" icon={ShieldCheck}>
          Drafts only
        </Badge>
      )}
      <span className="inline-flex min-w-0 items-center gap-1.5 text-muted">
        <Folder size={14} aria-hidden className="shrink-0" />
        <span dir="auto" className="min-w-0 break-words">
          {app.folders
            ? [...known, ...(gone ? [plural(gone, 'deleted folder')] : [])].join(', ')
            : 'All folders'}
        </span>
      </span>
    </p>
  );
}
