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

type Props = {
  additions: Additions;
  /** Whether endings are shown beside their accounts, unless they have changed. */
  hasEndings?: boolean;
};

/** What an approval is of beside the text. What has changed since it was opened is marked. */
export function AddedTexts({ additions, hasEndings = false }: Props) {
  const [opened] = useState(additions);
  const handles = new Map(useChannels().data?.map(({ id, handle }) => [id, handle]));
  const endingsOf = ({ endings }: Additions) =>
    new Map(
      endings.map(({ channel, text }) => [`Ending on ${handles.get(channel) ?? channel}`, text]),
    );
  const namesOf = ({ names }: Additions) =>
    new Map(
      Object.entries(NAMES).flatMap(([name, label]): [string, string][] => {
        const value = names[name as keyof typeof NAMES];
        return value === undefined ? [] : [[label, value]];
      }),
    );
  const rowsOf = (given: Additions) => new Map([...namesOf(given), ...endingsOf(given)]);
  const [before, now, elsewhere] = [rowsOf(opened), rowsOf(additions), endingsOf(additions)];
  const labels = [...new Set([...now.keys(), ...before.keys()])].filter(
    (label) => !(hasEndings && elsewhere.has(label) && now.get(label) === before.get(label)),
  );
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
              {now.get(label) !== before.get(label) && (
                <>
                  {' '}
                  <Badge>Changed</Badge>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
