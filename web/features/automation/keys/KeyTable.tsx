import { Bot, CircleAlert, Ellipsis, ShieldCheck } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import type { Key } from '#contract/people/keys.ts';
import { useCan } from '#web/api/workspace.ts';
import { classes } from '#web/lib/classes.ts';
import { relativeTime, timeUntil, zonedDay, zonedTime } from '#web/lib/time/time.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ColumnLabel } from '#web/ui/ColumnLabel.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { limitsOf, SCOPE_WORDS, whyOff } from './key-words.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;

export type KeyAction = 'edit' | 'roll' | 'revoke';

type Props = {
  label: string;
  keys: readonly Key[];
  zone: string;
  now: number;
  onAct: (action: KeyAction, key: Key) => void;
};

const cell = 'px-4 py-2.5 align-top max-md:block max-md:py-1';

/** Keys; on a phone each is a block. */
export const KeyTable = ({ label, keys, zone, now, onAct }: Props) => (
  <div className="overflow-hidden rounded-base border border-line bg-surface">
    <table aria-label={label} className="w-full text-left text-[13px]">
      <thead className="max-md:sr-only">
        <tr className="border-line border-b text-muted text-xs">
          {['Name', 'Acts as', 'Access', 'Last used', 'Expires'].map((name) => (
            <th key={name} scope="col" className="px-4 py-2 font-medium">
              {name}
            </th>
          ))}
          <th scope="col" className="px-4 py-2">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line-soft">
        {keys.map((key) => (
          <tr key={key.id} className="max-md:relative max-md:block max-md:py-2 max-md:pr-12">
            <th scope="row" className={classes(cell, 'font-normal')}>
              <span dir="auto" className="break-words font-medium">
                {key.name}
              </span>
              <br />
              <span className="font-mono text-[12px] text-muted">{key.prefix}_…</span>
            </th>
            <td className={cell}>
              <ColumnLabel text="Acts as" />
              <span className="inline-flex items-center gap-2">
                {key.owner.kind === 'service' && (
                  <Bot size={16} aria-label="Service account" className="shrink-0 text-muted" />
                )}
                <span dir="auto">{key.owner.name}</span>
              </span>
            </td>
            <td className={cell}>
              <Access shown={key} />
            </td>
            <td className={cell}>
              <ColumnLabel text="Last used" />
              {key.last_used_at ? (
                <>
                  {relativeTime(key.last_used_at, now)}
                  <span className="block text-muted text-xs">
                    {[key.last_used_ip, key.last_used_agent?.slice(0, 30)]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </>
              ) : (
                <span className="text-muted">Never</span>
              )}
            </td>
            <td className={cell}>
              <ColumnLabel text="Expires" />
              <Expiry shown={key} zone={zone} now={now} />
            </td>
            <td className="px-2 py-2 align-top max-md:absolute max-md:top-1 max-md:right-0">
              <Actions of={key} onAct={onAct} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function Access({ shown }: { shown: Key }) {
  const limits = limitsOf(shown);
  const off = whyOff(shown);
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-1">
        {shown.scopes.map((scope) => {
          const isOff = shown.scopes_off.includes(scope);
          return (
            <span
              key={scope}
              className={classes(
                'inline-flex h-5 items-center rounded px-1.5 font-medium text-xs',
                isOff ? 'border border-field border-dashed line-through' : 'bg-sunken',
              )}
            >
              {SCOPE_WORDS[scope].name}
            </span>
          );
        })}
        {shown.drafts_only && (
          <Badge tone="published" icon={ShieldCheck}>
            Drafts only
          </Badge>
        )}
      </div>
      {off && (
        <span className="inline-flex items-center gap-1 text-muted text-xs">
          <CircleAlert size={12} aria-hidden className="shrink-0" />
          {off}
        </span>
      )}
      {limits && <span className="text-muted text-xs">{limits}</span>}
    </div>
  );
}

function Expiry({ shown, zone, now }: { shown: Key; zone: string; now: number }) {
  const { expires_at: end, state, old_until: old, rolled_by: by } = shown;
  if (state === 'revoked') return <span className="text-muted">Revoked</span>;
  const isSoon = end !== null && Date.parse(end) - now < WEEK_MS;
  return (
    <>
      {end === null ? (
        <span className="inline-flex items-center gap-1 text-muted">
          <CircleAlert size={14} aria-hidden className="text-warning" /> Never
        </span>
      ) : (
        <span
          className={classes(
            'inline-flex items-center gap-1',
            isSoon ? 'font-medium text-warning' : 'text-muted',
          )}
        >
          {isSoon && <CircleAlert size={14} aria-hidden />}
          {state === 'expired' ? 'Expired' : isSoon ? timeUntil(end, now) : zonedDay(end, zone)}
        </span>
      )}
      {old && (
        <span className="block text-warning text-xs">
          The old key works until {zonedTime(old, zone)}
          {by && <span className="block text-muted">rolled by {by.name}</span>}
        </span>
      )}
    </>
  );
}

function Actions({ of: key, onAct }: { of: Key; onAct: Props['onAct'] }) {
  const audits = useCan('audit');
  const navigate = useNavigate();
  const isActive = key.state === 'active';
  if (!isActive && !audits) return null;
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label={`Actions for ${key.name}`}>
          <Ellipsis size={16} aria-hidden />
        </Button>
      }
    >
      {isActive && key.can_change && (
        <>
          <MenuItem onSelect={() => onAct('edit', key)}>Edit</MenuItem>
          <MenuItem onSelect={() => onAct('roll', key)}>Roll…</MenuItem>
        </>
      )}
      {audits && (
        <MenuItem onSelect={() => void navigate(`${paths.audit}?api_key=${key.id}`)}>
          Calls in the audit log
        </MenuItem>
      )}
      {isActive && (
        <MenuItem danger onSelect={() => onAct('revoke', key)}>
          Revoke…
        </MenuItem>
      )}
    </Menu>
  );
}
