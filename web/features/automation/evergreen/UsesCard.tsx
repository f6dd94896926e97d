import { paths } from '#contract/paths.ts';
import { useZone } from '#web/api/workspace.ts';
import { exactCount, shortCount } from '#web/lib/count.ts';
import { cut, plural } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { TextLink } from '#web/ui/TextLink.tsx';
import { useEvergreenUses } from './evergreen-queries.ts';

const MAX_TITLE = 80;
const cell = 'px-3 text-right';

const Count = ({ value }: { value: number | null }) =>
  value === null ? <>–</> : <span title={exactCount(value)}>{shortCount(value)}</span>;

/** The figures of all uses of an evergreen post, and their sum; nothing where it has none. */
export function UsesCard({ item }: { item: number }) {
  const zone = useZone();
  const { data } = useEvergreenUses(item);
  if (!data?.uses.length) return null;
  return (
    <section
      aria-labelledby="uses"
      className="min-w-0 rounded-base border border-line bg-surface max-md:-mx-4 max-md:rounded-none max-md:border-x-0"
    >
      <div className="flex flex-wrap items-baseline gap-x-3 px-4 py-3">
        <h2 id="uses" className="font-semibold">
          All uses
        </h2>
        <p className="text-muted text-xs">
          {plural(data.uses.length, 'use')} of this post, each a post of its own
        </p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <section aria-label="Figures by use" tabIndex={0} className="relative overflow-x-auto">
        <table aria-labelledby="uses" className="w-full tabular-nums">
          <thead className="text-muted text-xs">
            <tr className="[&>th]:h-9 [&>th]:whitespace-nowrap [&>th]:font-medium">
              <th scope="col" className="px-4 text-left">
                Use
              </th>
              <th scope="col" className={cell}>
                Channels
              </th>
              <th scope="col" className={cell}>
                Views
              </th>
              <th scope="col" className={cell}>
                Engagements
              </th>
            </tr>
          </thead>
          <tbody className="[&>tr>*]:h-11 [&>tr]:border-line-soft [&>tr]:border-t">
            {data.uses.map((use, at) => (
              <tr key={use.item ?? `gone ${use.at}`}>
                <th scope="row" className="px-4 text-left font-normal">
                  <span className="block text-muted text-xs">
                    {at + 1} · {zonedTime(use.at, zone)}
                  </span>
                  {use.item === null ? (
                    'Deleted'
                  ) : (
                    <TextLink to={paths.analyticsPost(use.item)}>
                      {cut(use.title ?? '', MAX_TITLE)}
                    </TextLink>
                  )}
                </th>
                <td className={cell}>{use.published}</td>
                <td className={cell}>
                  <Count value={use.views} />
                </td>
                <td className={cell}>
                  <Count value={use.engagements} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="h-11 border-line border-t font-medium">
              <th scope="row" className="px-4 text-left font-medium">
                Together, with this post
              </th>
              <td className={cell}>{data.total.published}</td>
              <td className={cell}>
                <Count value={data.total.views} />
              </td>
              <td className={cell}>
                <Count value={data.total.engagements} />
              </td>
            </tr>
          </tfoot>
        </table>
      </section>
    </section>
  );
}
