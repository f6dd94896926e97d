import type { AttentionAfterward } from '#contract/publishing/publications.ts';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { afterwardTitle } from '#web/features/publishing/afterwards/afterward-words.ts';
import { cut } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Segments } from '#web/ui/fields/Segments.tsx';
import type { Later } from './decisions.ts';

const EXCERPT = 60;

const CHOICES = [
  { value: 'now', label: 'Do it now' },
  { value: 'leave', label: 'Leave it' },
] as const;

type Props = {
  held: readonly AttentionAfterward[];
  choiceOf: (id: number) => Later;
  zone: string;
  onChange: (ids: readonly number[], choice: Later) => void;
};

/** Reposts, replies and deletions that were due during a pause, and what becomes of each. */
export const HeldAfterwards = ({ held, choiceOf, zone, onChange }: Props) =>
  held.length === 0 ? null : (
    <section aria-label="After publishing" className="mt-3">
      <div className="flex flex-wrap items-center gap-1">
        <h3 className="grow font-semibold">After publishing</h3>
        {held.length > 1 &&
          CHOICES.map(({ value }) => (
            <Button
              key={value}
              variant="ghost"
              size="small"
              onClick={() =>
                onChange(
                  held.map(({ id }) => id),
                  value,
                )
              }
            >
              {value === 'now' ? 'Do all now' : 'Leave all'}
            </Button>
          ))}
      </div>
      <ul className="divide-y divide-line">
        {held.map((afterward) => {
          const { id, network, excerpt, due_at: due, text } = afterward;
          const title = afterwardTitle(afterward);
          const post = cut(excerpt.replaceAll(/\s+/g, ' '), EXCERPT);
          return (
            <li key={id} className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
              <div className="min-w-0 grow basis-64">
                <p className="break-words font-medium">{title}</p>
                {text !== null && (
                  <p dir="auto" className="line-clamp-2 break-words text-xs">
                    {text}
                  </p>
                )}
                <p className="flex items-center gap-x-1.5 text-muted text-xs">
                  <NetworkMark network={network} />
                  <span className="min-w-0">
                    <bdi>{post}</bdi>
                    {due !== null && ` · was due ${zonedTime(due, zone)}`}
                  </span>
                </p>
              </div>
              <Segments
                label={`${title}: ${post}`}
                value={choiceOf(id)}
                options={CHOICES}
                onChange={(choice) => onChange([id], choice)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
