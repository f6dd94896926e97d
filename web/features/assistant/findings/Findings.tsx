import { RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useAssistant } from '#web/features/assistant/runs/assistant-query.ts';
import { Disclosure } from '#web/features/assistant/runs/Disclosure.tsx';
import { Failed } from '#web/features/assistant/runs/Failed.tsx';
import { ServerLine } from '#web/features/assistant/runs/ServerLine.tsx';
import { plural } from '#web/lib/text.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/Button.tsx';
import { CloseButton } from '#web/ui/CloseButton.tsx';
import { FindingCard } from './FindingCard.tsx';
import { closeFindings } from './open-findings.ts';
import { passageOf } from './reading.ts';
import { type ReadHost, useReading } from './use-reading.ts';

export type FindingsProps = {
  host: ReadHost;
  /** What it is in has a button that closes it. */
  isClosedOutside?: boolean;
};

/** What an editor would remark on a post, beside its text. */
export function Findings({ host, isClosedOutside = false }: FindingsProps) {
  const assistant = useAssistant();
  const state = useReading(host);
  const { reading, run, read } = state;
  const isTold = assistant?.acknowledged === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once it is opened, not with each change
  useEffect(() => {
    if (isTold && !reading) void read();
  }, [isTold, host.item]);
  if (!assistant) return null;
  return (
    <section
      aria-label="Read as an editor"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        closeFindings();
      }}
      className="flex flex-col gap-3 p-4"
    >
      <div className="flex min-h-7 items-center gap-2 text-[13px] text-muted">
        <p role="status" className="min-w-0 grow">
          {run.state === 'running' && 'Reading…'}
          {run.state !== 'running' && reading && headOf(reading)}
        </p>
        {reading && (
          <Button
            variant="ghost"
            size="smallIcon"
            aria-label="Read again"
            title="Read again"
            busy={run.state === 'running'}
            onClick={() => void read()}
          >
            <RotateCcw size={14} aria-hidden />
          </Button>
        )}
        {!isClosedOutside && <CloseButton onClose={closeFindings} />}
      </div>
      {!isTold && (
        <Disclosure
          server={assistant.server}
          sent="The text of this post, and the voice of its folder."
          notSent="Other posts, comments, accounts, keys."
          onClose={closeFindings}
        />
      )}
      {run.failure && <Failed failure={run.failure} onAgain={() => void read()} />}
      {reading && run.state !== 'running' && <Found state={state} host={host} />}
      <ServerLine server={assistant.server} />
    </section>
  );
}

const headOf = ({ marks, voice }: { marks: readonly unknown[]; voice: string | null }) =>
  `${plural(marks.length, 'finding')}${voice === null ? '' : ` · voice ${voice}`}`;

type FoundProps = { state: ReturnType<typeof useReading>; host: ReadHost };

function Found({ state, host }: FoundProps) {
  const isAlone = useMedia('(max-width: 767px)');
  const { reading, read, isChanged, isBusy, comment } = state;
  if (!reading) return null;
  const { marks, focused } = reading;
  if (isChanged)
    return (
      <Said>
        The text has changed.{' '}
        <Button variant="link" onClick={() => void read()}>
          Read again
        </Button>
      </Said>
    );
  if (marks.length === 0) return <Said>Nothing to remark.</Said>;
  const place = marks.findIndex(({ number }) => number === focused);
  const shown = isAlone ? marks.slice(Math.max(place, 0), Math.max(place, 0) + 1) : marks;
  return (
    <>
      {isAlone && (
        <div className="flex items-center gap-2 text-[13px]">
          <span className="grow tabular-nums">
            {place + 1} of {marks.length}
          </span>
          <Button size="small" onClick={() => state.move(-1)}>
            Previous
          </Button>
          <Button size="small" onClick={() => state.move(1)}>
            Next
          </Button>
        </div>
      )}
      {shown.map((mark) => (
        <FindingCard
          key={mark.number}
          mark={mark}
          passage={passageOf(reading, mark)}
          isOpen={mark.number === focused}
          isAlone={isAlone}
          isBusy={isBusy}
          onOpen={() => state.focus(mark.number)}
          onTake={host.take && mark.proposal !== null ? () => void state.take(mark) : undefined}
          comment={comment?.number === mark.number ? comment.text : undefined}
          onComment={host.mayComment ? (text) => state.comments(mark, text) : undefined}
          onSend={(text) => state.send(mark, text)}
          onDismiss={() => state.dismiss(mark)}
        />
      ))}
      {host.take && (
        <p className="text-muted text-xs">
          Taking one changes the text under your name. Comments are added at once.
        </p>
      )}
    </>
  );
}

const Said = ({ children }: { children: ReactNode }) => (
  <p className="text-[13px] text-muted">{children}</p>
);
