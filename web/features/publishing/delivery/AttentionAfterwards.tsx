import { Link } from 'react-router';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import type { AttentionAfterward } from '#contract/publishing/publications.ts';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { AfterwardActions } from '#web/features/publishing/afterwards/AfterwardRows.tsx';
import {
  afterwardText,
  afterwardTitle,
} from '#web/features/publishing/afterwards/afterward-words.ts';
import { Dot } from '#web/features/publishing/publications/Dot.tsx';
import { cut } from '#web/lib/text.ts';

const EXCERPT = 60;

type Props = { afterwards: readonly AttentionAfterward[]; zone: string };

/** What was to be done afterwards and has stopped, or is proposed by a rule. */
export const AttentionAfterwards = ({ afterwards, zone }: Props) =>
  afterwards.length === 0 ? null : (
    <section aria-label="After publishing" className="mb-4">
      <h2 className="mb-2 font-semibold">After publishing</h2>
      <ul className="rounded-base border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
        {afterwards.map((afterward) => (
          <li
            key={afterward.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b p-4 last:border-b-0"
          >
            <div className="min-w-0 grow basis-56">
              <h3 className="break-words font-semibold">{afterwardTitle(afterward)}</h3>
              {afterward.detail && <p className="max-w-[72ch] break-words">{afterward.detail}</p>}
              {afterward.text !== null && (
                <p dir="auto" className="line-clamp-3 whitespace-pre-wrap break-words text-xs">
                  {afterward.text}
                </p>
              )}
              <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-muted text-xs">
                <NetworkMark network={afterward.network} />
                <span className="break-all">
                  {afterward.handle}{' '}
                  <span className="sr-only">on {NETWORK_NAMES[afterward.network]}</span>
                </span>
                <Dot />
                <span className="tabular-nums">{afterwardText(afterward, zone)}</span>
                {afterward.item !== null && (
                  <Link
                    to={paths.previewContent(afterward.item)}
                    className="inline-flex min-h-6 items-center underline"
                  >
                    “{cut(afterward.excerpt.replaceAll(/\s+/g, ' '), EXCERPT)}”
                  </Link>
                )}
              </p>
            </div>
            <AfterwardActions publication={afterward.publication} afterward={afterward} />
          </li>
        ))}
      </ul>
    </section>
  );
