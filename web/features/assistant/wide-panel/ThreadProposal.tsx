import { useState } from 'react';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { useZone } from '#web/api/workspace.ts';
import { useNamedKeys } from '#web/features/assistant/asking/use-named-keys.ts';
import { Remark } from '#web/features/assistant/panel-parts/Remark.tsx';
import { useSeconds } from '#web/features/assistant/panel-parts/use-seconds.ts';
import { Turns } from '#web/features/assistant/proposals/Turns.tsx';
import { failureText } from '#web/features/assistant/runs/failures.ts';
import { OwnerRemedy } from '#web/features/assistant/runs/OwnerRemedy.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Segments } from '#web/ui/fields/Segments.tsx';
import { Switch } from '#web/ui/fields/Switch.tsx';
import { Keys } from '#web/ui/text/Keys.tsx';
import { CutMarks } from './CutMarks.tsx';
import { SayField } from './SayField.tsx';
import { TakeButton } from './TakeButton.tsx';
import { ThreadChanges } from './ThreadChanges.tsx';
import { ThreadParts } from './ThreadParts.tsx';
import { type Thread, useThread } from './use-thread.ts';
import { VIEWS, WideFrame } from './WideFrame.tsx';
import type { WideHost } from './wide-host.ts';

/** The text of a post as the parts of a thread, which can be cut otherwise. */
export function ThreadProposal({ host }: { host: WideHost }) {
  const thread = useThread(host);
  const { asking, cut, parts, keepsWords } = thread;
  const [view, setView] = useState<'changes' | 'text'>('text');
  const name = NETWORK_NAMES[host.network];
  const isUnderWay = asking.phase === 'writing';
  const count = parts?.length ?? 0;
  const take = () => count > 1 && parts && host.takeThread(parts);
  useNamedKeys({
    Escape: () => (isUnderWay ? thread.stop() : host.close()),
    // In a part it cuts.
    'Ctrl Enter': () => (document.activeElement instanceof HTMLTextAreaElement ? false : take()),
    'Alt ArrowLeft': () => thread.turn(-1),
    'Alt ArrowRight': () => thread.turn(1),
  });
  const note = count > 0 ? `of ${count} for ${name}` : `for ${name}`;
  return (
    <WideFrame
      title="Make a thread"
      note={note}
      isBeside={host.isBeside}
      said={isUnderWay ? 'Writing' : count > 0 ? `Finished, ${count} parts` : ''}
      onClose={host.close}
      tools={
        <>
          {!keepsWords && cut && (
            <Segments label="Show" value={view} options={VIEWS} onChange={setView} />
          )}
          {thread.versions > 1 && !isUnderWay && (
            <Turns at={thread.at} count={thread.versions} onTurn={thread.turn} />
          )}
        </>
      }
      foot={
        <>
          <div className="flex min-w-[160px] grow">
            <SayField label="Say how to cut" onSay={thread.again} />
          </div>
          <TakeButton disabled={count < 2} onTake={take}>
            {count > 1 ? `Take as a thread of ${count}` : 'Take as a thread'}
          </TakeButton>
          <Button variant="ghost" size="small" onClick={host.close} className="h-8 max-md:hidden">
            Discard <Keys>Esc</Keys>
          </Button>
        </>
      }
    >
      <div className="px-4 py-3 text-[13px] max-md:border-line max-md:border-b">
        <Switch
          checked={keepsWords}
          disabled={isUnderWay}
          onChange={thread.setKeepsWords}
          label="Keep my words"
          hint={wordsText(thread)}
        />
      </div>
      <Remarks thread={thread} />
      {isUnderWay && <Writing asking={asking} onCancel={thread.stop} />}
      {cut && keepsWords && host.isBeside && (
        <CutMarks part={host.parts[0]?.key ?? ''} cut={cut} text={thread.text} />
      )}
      {cut && parts && (keepsWords || view === 'text') && <ThreadParts thread={thread} cut={cut} />}
      {cut && !keepsWords && view === 'changes' && <ThreadChanges before={thread.text} cut={cut} />}
    </WideFrame>
  );
}

function wordsText({ keepsWords, parts, isSame }: Thread) {
  if (!keepsWords) return 'Words may change.';
  if (parts && !isSame) return 'Checked: words differ from yours.';
  return parts ? 'Only cut. Checked: every character is yours.' : 'Only cut.';
}

/** What should be known before it is taken, or why there is nothing. */
function Remarks({ thread: { asking, parts, wasTyped, again } }: { thread: Thread }) {
  const zone = useZone();
  if (asking.failure) {
    const { title, says } = failureText(asking.failure, zone);
    return (
      <div className="pb-3">
        <Remark kind="error">
          <span className="font-medium">{title}</span> {says}
        </Remark>
        <div className="mx-4 mt-1 flex flex-wrap gap-1.5">
          <Button size="small" onClick={() => again()} className="max-md:h-11">
            Try again
          </Button>
          <OwnerRemedy kind={asking.failure.kind} className="max-md:h-11" />
        </div>
      </div>
    );
  }
  return (
    <>
      {parts && wasTyped && <Remark kind="info">What you typed meanwhile stays.</Remark>}
      {parts?.length === 1 && (
        <Remark kind="info">It fits as one post. Cut it where you like, or say how.</Remark>
      )}
    </>
  );
}

function Writing({ asking, onCancel }: { asking: Thread['asking']; onCancel: () => void }) {
  const seconds = useSeconds(asking.question);
  return (
    <div className="flex items-center justify-between gap-3 px-4 py-2 text-muted text-xs">
      <span className="tabular-nums">Writing · {seconds} s</span>
      <Button size="small" onClick={onCancel} className="max-md:h-11">
        Stop <Keys>Esc</Keys>
      </Button>
    </div>
  );
}
