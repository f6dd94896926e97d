import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import { useZone } from '#web/api/workspace.ts';
import { plural } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import type { useMediaUses } from './media-queries.ts';

export type FileUse = NonNullable<ReturnType<typeof useMediaUses>['data']>[number];

type Props = {
  uses: readonly FileUse[];
  /** The status of a post that has it. */
  statusOf: (status: FileUse['status']) => ReactNode;
};

/** The posts that have a file. */
export function FileUses({ uses, statusOf }: Props) {
  const zone = useZone();
  return (
    <section aria-label="Uses">
      <h3 className="border-line border-b pb-2 font-medium">
        {uses.length ? `Used in ${plural(uses.length, 'post')}` : 'Not used in any post'}
      </h3>
      <ul>
        {uses.map((use) => (
          <li key={use.item} className="flex min-h-12 items-center gap-3 border-line-soft border-b">
            <div className="min-w-0 grow">
              <Link
                dir="auto"
                to={paths.previewContent(use.item)}
                className="block truncate hover:underline"
              >
                {use.title}
              </Link>
              {(use.next_at ?? use.published_at) && (
                <p className="text-muted text-xs tabular-nums">
                  {zonedTime((use.next_at ?? use.published_at) as string, zone)} ·{' '}
                  {plural(use.channels, 'channel')}
                </p>
              )}
            </div>
            {statusOf(use.status)}
          </li>
        ))}
      </ul>
    </section>
  );
}
