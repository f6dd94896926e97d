import { useState } from 'react';
import { Link } from 'react-router';
import type { AuditEntry } from '#contract/audit.ts';
import { paths } from '#contract/paths.ts';
import { capitalise, inWords, nameOf } from '#web/lib/text.ts';
import { fullTime } from '#web/lib/time.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Difference } from '#web/ui/Difference.tsx';
import { labelOf } from './labels.ts';

/** Audit entries with their changes by field. */
export const AuditList = ({ entries }: { entries: AuditEntry[] }) => (
  <ul className="divide-y divide-line rounded-base border border-line bg-surface">
    {entries.map((entry) => (
      <li key={entry.id} className="flex flex-col px-4 py-1">
        <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-[13px]">
          <time
            dateTime={entry.created_at}
            title={entry.ip_address ?? undefined}
            className="w-36 text-muted tabular-nums"
          >
            {fullTime(entry.created_at)}
          </time>
          <span className="w-36 min-w-0 truncate font-medium" title={nameOf(entry.user)}>
            {nameOf(entry.user)}
          </span>
          <Badge>{labelOf(entry.action)}</Badge>
          <Subject entry={entry} />
          <span className="ml-auto text-muted text-xs tabular-nums">{entry.ip_address}</span>
        </div>
        {Object.keys(entry.changes).length > 0 && <Changes changes={entry.changes} />}
      </li>
    ))}
  </ul>
);

function Subject({ entry }: { entry: AuditEntry }) {
  const { object_type, object_id, content_item, member, action } = entry;
  if (object_type === 'user' || object_type === 'workspace') return null;
  const name = member ? `Member ${member.name}` : `${capitalise(object_type)} #${object_id}`;
  const link = linkOf(entry);
  if (!link || action === 'delete') return <span className="break-words text-muted">{name}</span>;
  return (
    <Link
      to={link}
      className="inline-flex min-h-6 items-center rounded-sm text-muted underline underline-offset-2"
    >
      {object_type === 'comment' ? `${name} on item #${content_item}` : name}
    </Link>
  );
}

function linkOf({ object_type, object_id, content_item }: AuditEntry) {
  if (object_type === 'item') return paths.previewContent(object_id);
  return object_type === 'comment' && content_item !== null
    ? paths.comment(content_item, object_id)
    : undefined;
}

function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  // Long texts are compared only when the entry is opened.
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-6 rounded-sm text-muted hover:text-text">
        Changes: {Object.keys(changes).map(inWords).join(', ')}
      </summary>
      {open && (
        <dl className="mt-2 flex max-h-80 flex-col gap-3 overflow-y-auto border-line border-l pl-3">
          {Object.entries(changes).map(([field, { before, after }]) => (
            <div key={field}>
              <dt className="text-muted text-xs">{inWords(field)}</dt>
              <dd>
                <Difference before={textOf(before)} after={textOf(after)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
