import { useMemo } from 'react';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { useZone } from '#web/api/workspace.ts';
import { isMostlyNew } from '#web/features/assistant/asking/outcome.ts';
import { CountLine } from '#web/features/assistant/panel-parts/CountLine.tsx';
import { Remark } from '#web/features/assistant/panel-parts/Remark.tsx';
import { DifferenceText, FittingText } from '#web/features/assistant/proposals/ProposalText.tsx';
import { failureText } from '#web/features/assistant/runs/failures.ts';
import { OwnerRemedy } from '#web/features/assistant/runs/OwnerRemedy.tsx';
import { plural } from '#web/lib/text.ts';
import { differenceOf } from '#web/ui/text/difference.ts';
import type { Version, VersionText } from './versions.ts';

type Props = { version: Version; isThread: boolean; isPlain: boolean };

/** What is proposed for a network, or why there is nothing. */
export function VersionBody({ version, isThread, isPlain }: Props) {
  const { state, texts, failure, over, isSecond, isStale, network } = version;
  const zone = useZone();
  if (state === 'taken') return null;
  if (state === 'writing') return <Writing />;
  if (state === 'failed') {
    const { title, says } = failure
      ? failureText(failure, zone)
      : { title: 'There is no answer.', says: 'Try again.' };
    return (
      <div className="pb-2">
        <Remark kind="error">
          <span className="font-medium">{title}</span> {says}
        </Remark>
        {failure && <OwnerRemedy kind={failure.kind} className="mt-1 ml-6" />}
      </div>
    );
  }
  if (state === 'none') return null;
  if (state === 'same')
    return (
      <div className="pb-2">
        <Remark kind="fine">The post’s text fits as it is</Remark>
      </div>
    );
  return (
    <>
      {texts.map((text, at) => (
        <Part key={text.key} text={text} number={isThread ? at + 1 : undefined} isPlain={isPlain} />
      ))}
      {over > 0 && (
        <Remark kind="error">
          {isSecond ? 'Asked twice, still' : 'Still'} {plural(over, 'character')} over{' '}
          {NETWORK_NAMES[network]}’s limit.
        </Remark>
      )}
      {isStale && <Remark kind="info">The text has changed since this was asked for.</Remark>}
    </>
  );
}

type PartProps = { text: VersionText; number: number | undefined; isPlain: boolean };

function Part({ text: { before, proposed, counting, over }, number, isPlain }: PartProps) {
  const parts = useMemo(() => differenceOf(before, proposed), [before, proposed]);
  const isNew = isMostlyNew(parts);
  return (
    <div className="pb-1">
      {number !== undefined && (
        <p className="px-4 pt-1 font-medium text-muted text-xs">Item {number}</p>
      )}
      <p dir="auto" className="whitespace-pre-wrap break-words px-4 text-[15px] leading-[22px]">
        {isPlain || isNew || over > 0 ? (
          <FittingText text={proposed} counting={counting} />
        ) : (
          <DifferenceText parts={parts} />
        )}
      </p>
      <div className="flex flex-wrap items-center">
        <CountLine text={proposed} counting={counting} />
        {isNew && !isPlain && over === 0 && (
          <span className="text-muted text-xs">Mostly new, shown as text</span>
        )}
      </div>
    </div>
  );
}

const Writing = () => (
  <div
    aria-hidden
    className="flex animate-pulse flex-col gap-2 px-4 pt-1 pb-4 motion-reduce:animate-none"
  >
    {['w-11/12', 'w-9/12', 'w-5/12'].map((width) => (
      <span key={width} className={`h-2 rounded-full bg-sunken ${width}`} />
    ))}
  </div>
);
