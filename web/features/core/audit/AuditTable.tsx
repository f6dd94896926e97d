import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AuditEntry } from '#contract/core/audit.ts';
import { paths } from '#contract/paths.ts';
import { useZone } from '#web/api/workspace.ts';
import { classes } from '#web/lib/classes.ts';
import { capitalise, inWords, nameOf } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Difference } from '#web/ui/text/Difference.tsx';
import { labelOf } from './labels.ts';

/** Audit entries in one line each, with their changes by field below it on demand. */
export const AuditTable = ({ entries }: { entries: AuditEntry[] }) => (
  <div className="overflow-x-auto rounded-base border border-line bg-surface">
    <table className="w-full table-fixed text-left text-[13px] max-xl:block">
      <thead className="text-muted text-xs max-xl:sr-only">
        <tr className="border-line border-b [&>th]:h-8 [&>th]:px-3 [&>th]:font-medium">
          <th scope="col" className="w-44">
            Time
          </th>
          <th scope="col" className="w-32">
            Person
          </th>
          <th scope="col" className="w-32">
            Action
          </th>
          <th scope="col">Object</th>
          <th scope="col" className="w-44">
            Changes
          </th>
          <th scope="col" className="w-32 max-2xl:hidden">
            Address
          </th>
        </tr>
      </thead>
      <tbody className="max-xl:block">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  </div>
);

const COLUMNS = 6;

function Entry({ entry }: { entry: AuditEntry }) {
  const zone = useZone();
  // Long texts are compared only when the entry is opened.
  const [open, setOpen] = useState(false);
  const fields = Object.keys(entry.changes);
  const who = entry.by_server ? 'The server' : nameOf(entry.user);
  const name = entry.api_key ? `${who} (key ‘${entry.api_key.name}’)` : who;
  return (
    <>
      <tr
        className={classes(
          'border-line-soft border-b hover:bg-row max-xl:flex max-xl:flex-wrap max-xl:gap-x-3 max-xl:px-3 max-xl:py-2',
          'xl:[&>td]:h-9 xl:[&>td]:truncate xl:[&>td]:px-3',
        )}
      >
        <td className="text-muted tabular-nums">
          <time dateTime={entry.created_at} title={entry.ip_address ?? undefined}>
            {zonedTime(entry.created_at, zone)}
          </time>
        </td>
        <td className="font-medium" title={name}>
          {name}
        </td>
        <td>{labelOf(entry.action)}</td>
        <td className="max-xl:min-w-0 max-xl:basis-full max-xl:truncate">
          <Subject entry={entry} />
        </td>
        <td className="max-xl:basis-full">
          {fields.length > 0 && (
            <button
              type="button"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
              className="inline-flex min-h-6 max-w-full items-center gap-1 rounded-sm text-muted hover:text-text"
            >
              <ChevronRight
                size={14}
                aria-hidden
                className={classes('shrink-0 transition-transform', open && 'rotate-90')}
              />
              <span className="sr-only">Changes: </span>
              <span className="truncate">{fields.map(inWords).join(', ')}</span>
            </button>
          )}
        </td>
        <td className="text-muted text-xs tabular-nums max-2xl:hidden">{entry.ip_address}</td>
      </tr>
      {open && (
        <tr className="border-line-soft border-b bg-page max-xl:block">
          <td colSpan={COLUMNS} className="max-xl:block">
            <dl className="flex max-h-80 flex-col gap-3 overflow-y-auto px-3 py-3">
              {Object.entries(entry.changes).map(([field, { before, after }]) => (
                <div key={field}>
                  <dt className="text-muted text-xs">{inWords(field)}</dt>
                  <dd>
                    <Difference before={textOf(before)} after={textOf(after)} />
                  </dd>
                </div>
              ))}
            </dl>
          </td>
        </tr>
      )}
    </>
  );
}

function Subject({ entry }: { entry: AuditEntry }) {
  const { object_type: type, object_id: id, title, member, action } = entry;
  if (type === 'user' || type === 'workspace') return null;
  const link = action === 'delete' ? undefined : linkOf(entry);
  const name = member?.name ?? title ?? `#${id}`;
  return (
    <>
      <span className="text-muted">{KINDS[type] ?? capitalise(type)} </span>
      {link ? (
        <Link
          to={link}
          dir="auto"
          title={name}
          className="rounded-sm underline decoration-line underline-offset-2 hover:decoration-current"
        >
          {name}
        </Link>
      ) : (
        <span dir="auto" title={name}>
          {name}
        </span>
      )}
    </>
  );
}

/** What an entry is about, before the title. */
const KINDS: Record<string, string> = { comment: 'Comment on', publication: 'Publication of' };

function linkOf({ object_type, object_id, content_item }: AuditEntry) {
  if (object_type === 'item') return paths.previewContent(object_id);
  if (object_type === 'folder') return paths.folder(object_id);
  if (content_item === null) return undefined;
  if (object_type === 'publication') return paths.previewContent(content_item);
  return object_type === 'comment' ? paths.comment(content_item, object_id) : undefined;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
