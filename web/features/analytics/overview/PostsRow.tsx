import type { ScaleBand } from 'd3-scale';
import type { ChartPosts } from '#web/features/analytics/figures/chart-data.ts';
import { plural } from '#web/lib/text.ts';

type Props = {
  width: number;
  x: ScaleBand<number>;
  posts: readonly ChartPosts[];
  chosen: number | null;
  onOpen: (bar: number) => void;
};

const HEIGHT = 26;
const [DOT, RING] = [4.5, 8.5];

/**
 * The posts below the days on which they were published. By keyboard they are opened from the chart:
 * Enter on a day.
 */
export const PostsRow = ({ width, x, posts, chosen, onOpen }: Props) => (
  <svg width={width} height={HEIGHT} aria-hidden className="block max-md:hidden">
    <text x={0} y={HEIGHT / 2 + 4} className="fill-muted text-xs">
      Posts
    </text>
    {posts.map(({ count, items }, at) => {
      if (!count) return null;
      const [cx, cy] = [(x(at) ?? 0) + x.bandwidth() / 2, HEIGHT / 2];
      const isRing = count > 1 && x.step() > 2 * RING;
      return (
        // biome-ignore lint/a11y/noStaticElementInteractions: as above
        <g
          // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place
          key={at}
          onClick={() => onOpen(at)}
          className="cursor-pointer"
        >
          <title>{count === 1 ? items[0]?.excerpt : plural(count, 'post')}</title>
          <circle
            cx={cx}
            cy={cy}
            r={isRing ? RING : DOT}
            className={
              isRing ? (at === chosen ? 'fill-text' : 'fill-surface stroke-muted') : 'fill-muted'
            }
          />
          {isRing && (
            <text
              x={cx}
              y={cy + 4}
              textAnchor="middle"
              className={`font-medium text-[11px] ${at === chosen ? 'fill-surface' : 'fill-text'}`}
            >
              {count > 99 ? '99' : count}
            </text>
          )}
        </g>
      );
    })}
  </svg>
);
