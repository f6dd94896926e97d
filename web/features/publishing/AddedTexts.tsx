import { useState } from 'react';
import type { Additions } from '#contract/publishing/additions.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { useChannels } from './channel-queries.ts';

const NAMES = {
  author: 'Author',
  workspace: 'Workspace',
  folder: 'Folder in links',
  campaign: 'Campaign in links',
} as const;

/** What an approval is of beside the text. What has changed since it was opened is marked. */
export function AddedTexts({ additions }: { additions: Additions }) {
  const [opened] = useState(additions);
  const handles = new Map(useChannels().data?.map(({ id, handle }) => [id, handle]));
  const rowsOf = ({ names, endings }: Additions) =>
    new Map([
      ...Object.entries(NAMES).flatMap(([name, label]): [string, string][] => {
        const value = names[name as keyof typeof NAMES];
        return value === undefined ? [] : [[label, value]];
      }),
      ...endings.map(({ channel, text }): [string, string] => [
        `Ending on ${handles.get(channel) ?? channel}`,
        text,
      ]),
    ]);
  const [before, now] = [rowsOf(opened), rowsOf(additions)];
  const labels = [...new Set([...now.keys(), ...before.keys()])];
  if (!labels.length) return null;
  return (
    <section aria-label="Added to the text" className="border-line border-t pt-4">
      <h3 className="mb-3 font-semibold text-[13px]">Added to the text</h3>
      <dl className="flex flex-col gap-1 text-[13px]">
        {labels.map((label) => (
          <div key={label}>
            <dt className="inline text-muted">{label}: </dt>
            <dd dir="auto" className="inline whitespace-pre-wrap break-words">
              {now.get(label) ?? 'none'}
            </dd>
            {now.get(label) !== before.get(label) && (
              <>
                {' '}
                <Badge>Changed</Badge>
              </>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}
