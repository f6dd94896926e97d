import { Hourglass } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { SILENT_SECONDS } from '#contract/assistant/limits.ts';
import { replaced } from '#web/features/assistant/asking/edges.ts';
import type { Panel } from '#web/features/assistant/asking/use-panel.ts';
import { CountLine } from '#web/features/assistant/panel-parts/CountLine.tsx';
import { PanelHead } from '#web/features/assistant/panel-parts/PanelHead.tsx';
import { TALL } from '#web/features/assistant/panel-parts/phone-buttons.ts';
import { useSeconds } from '#web/features/assistant/panel-parts/use-seconds.ts';
import { Button } from '#web/ui/Button.tsx';
import { Keys } from '#web/ui/text/Keys.tsx';

/** An answer while it comes. */
export function WritingView({ panel }: { panel: Panel }) {
  const { asking, assistant, host } = panel;
  const { written, entries, question } = asking;
  const seconds = useSeconds(question);
  const lines = entries.filter((entry) => typeof entry === 'string');
  const isSilent = written === '' && lines.length === 0;
  const end = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is written last is in sight
  useEffect(() => void end.current?.scrollIntoView({ block: 'nearest' }), [written]);
  if (!question) return null;
  return (
    <>
      <PanelHead label={question.label}>
        <span className="text-muted text-xs tabular-nums">{seconds} s</span>
      </PanelHead>
      {isSilent ? (
        <Silence />
      ) : (
        <div className="max-h-[40vh] overflow-y-auto px-4 pb-1 text-[15px] leading-6">
          {written ? (
            <p dir="auto" className="whitespace-pre-wrap break-words">
              {written}
              <span
                ref={end}
                aria-hidden
                className="ml-px inline-block h-[1.1em] w-0.5 animate-pulse bg-[var(--slate-9)] align-text-bottom motion-reduce:animate-none"
              />
            </p>
          ) : (
            <ol>
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ol>
          )}
        </div>
      )}
      {written && !question.sets && (
        <CountLine
          text={replaced(question.before, [question.start, question.end], written)}
          counting={host}
        />
      )}
      <div className="mt-2 flex min-h-11 items-center gap-2 border-line border-t px-2 py-2 max-md:px-3">
        {isSilent && seconds >= SILENT_SECONDS ? (
          <p className="flex min-w-0 grow items-start gap-2 pl-1 text-[13px]">
            <Hourglass size={16} aria-hidden className="mt-0.5 shrink-0 text-warning" />
            <span>
              <span className="block font-medium">The server has not answered yet</span>
              <span className="text-muted text-xs">
                {assistant.server.host}. It is given up after {assistant.server.seconds} s.
              </span>
            </span>
          </p>
        ) : (
          <>
            <Button size="small" disabled className={TALL}>
              Take
            </Button>
            {host.insert && (
              <Button size="small" disabled className={TALL}>
                Insert below
              </Button>
            )}
          </>
        )}
        <Button
          variant={isSilent && seconds >= SILENT_SECONDS ? 'secondary' : 'ghost'}
          size="small"
          onClick={panel.stop}
          className={`ml-auto ${TALL}`}
        >
          {isSilent && seconds >= SILENT_SECONDS ? 'Cancel' : 'Stop'} <Keys>Esc</Keys>
        </Button>
      </div>
    </>
  );
}

const Silence = () => (
  <div
    aria-hidden
    className="flex animate-pulse flex-col gap-2 px-4 py-2 motion-reduce:animate-none"
  >
    {['w-11/12', 'w-9/12', 'w-5/12'].map((width) => (
      <span key={width} className={`h-2 rounded-full bg-sunken ${width}`} />
    ))}
  </div>
);
