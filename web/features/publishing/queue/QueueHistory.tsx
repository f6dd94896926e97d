import type { Queue } from '#contract/publishing/queue.ts';
import { WEEKDAYS } from '#web/features/publishing/slots/slots.ts';
import { plural } from '#web/lib/text.ts';
import { hourName } from '#web/lib/time/clock.ts';

/** History says something from so many posts on. */
const MEANINGFUL = 20;

/** What the workspace itself has done: nothing is promised. */
export function QueueHistory({ history: { posts, times } }: { history: Queue['history'] }) {
  return (
    <section
      aria-label="When this channel has published"
      className="rounded-base border border-line p-4"
    >
      <h2 className="font-semibold">When this channel has published</h2>
      {posts < MEANINGFUL ? (
        <p className="mt-1 text-muted">
          {posts === 0 ? 'Nothing' : plural(posts, 'post')} in the last 90 days. With {MEANINGFUL}{' '}
          or more posts, this shows the usual hours.
        </p>
      ) : (
        <>
          <p className="mt-1 text-muted">
            {plural(posts, 'post')} in the last 90 days, most often at these hours. It shows when
            you published, not how well it was received.
          </p>
          <ul className="mt-3 flex flex-wrap gap-2">
            {times.map(({ weekday, hour, posts: count }) => (
              <li
                key={`${weekday} ${hour}`}
                className="rounded-base bg-sunken px-3 py-1.5 text-xs tabular-nums"
              >
                <span className="font-medium">
                  {WEEKDAYS[weekday - 1]} {hourName(hour)}
                </span>{' '}
                · {plural(count, 'post')}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
