import { useEffect, useState } from 'react';
import type { Network } from '#contract/networks/names.ts';
import { markUp, type Run } from '#web/features/publishing/preview/mark-up.ts';
import { OverText } from '#web/ui/text/OverText.tsx';

/** After a pause in typing. */
const PAUSE_MS = 120;

const looks = {
  text: undefined,
  link: 'underline decoration-accent/50 underline-offset-4',
  over: 'rounded-sm bg-danger-soft',
};

export type TextMarksProps = { text: string; network: Network };

/**
 * What is behind a text: its links, mentions and hashtags, and what the network does not take. It has
 * the metrics of the field before it.
 */
export function TextMarks({ text, network }: TextMarksProps) {
  const [runs, setRuns] = useState<Run[]>([]);
  useEffect(() => {
    const timer = setTimeout(() => setRuns(markUp(text, network)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, network]);
  if (runs.every(({ look }) => look === 'text')) return null;
  return (
    <OverText data-marks>
      {runs.map(({ text: run, look, at }) => (
        <span key={at} className={looks[look]}>
          {run}
        </span>
      ))}
    </OverText>
  );
}
