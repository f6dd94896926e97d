import { useRef, useState } from 'react';
import type { Network } from '#contract/networks/names.ts';
import { useChoices } from '#web/features/assistant/asking/panel-choices.ts';
import { useNamedKeys } from '#web/features/assistant/asking/use-named-keys.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Segments } from '#web/ui/fields/Segments.tsx';
import { Keys } from '#web/ui/text/Keys.tsx';
import { KeepDialog } from './KeepDialog.tsx';
import { SayField } from './SayField.tsx';
import { StateChips } from './StateChips.tsx';
import { TakeButton } from './TakeButton.tsx';
import { useVersions } from './use-versions.ts';
import { VersionCard } from './VersionCard.tsx';
import { VIEWS, WideFrame } from './WideFrame.tsx';
import type { WideHost } from './wide-host.ts';

/** What is being written in a card. */
export type OpenField = { network: Network; is: 'edit' | 'say' };

/** Taken, or right as it is. */
const DONE: readonly string[] = ['taken', 'same'];

/** A version of the post for every network, each of which is taken by itself. */
export function VersionsProposal({ host }: { host: WideHost }) {
  const all = useVersions(host);
  const { versions, taken } = all;
  const isPlain = useChoices((choices) => choices.isPlain);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<OpenField>();
  const [isAsked, setAsked] = useState(false);
  const cards = () => [...(list.current?.querySelectorAll<HTMLElement>('article') ?? [])];
  const fitting = versions.filter(({ state }) => state === 'ready');
  const writing = versions.filter(({ state }) => state === 'writing').length;
  /** Nothing is left to take, so that nothing is discarded. */
  const isDone = taken.length > 0 && versions.every(({ state }) => DONE.includes(state));
  const discard = () => (taken.length > 0 && !isDone ? setAsked(true) : host.close());
  function jump(network: Network) {
    const card = cards()[versions.findIndex((version) => version.network === network)];
    card?.scrollIntoView({ block: 'nearest' });
    card?.focus({ preventScroll: true });
  }
  function undoing(network: Network) {
    const undo = all.undoOf(network);
    return (
      undo &&
      (() => {
        undo();
        // The pressed button is gone then.
        jump(network);
      })
    );
  }
  function closeField() {
    const network = open?.network;
    setOpen(undefined);
    if (network) jump(network);
  }
  useNamedKeys({
    Escape: () => (open ? closeField() : writing > 0 ? all.stop() : discard()),
    'Ctrl Enter': () => open === undefined && all.takeAll(),
  });
  return (
    <WideFrame
      title="Version for every network"
      isBeside={host.isBeside}
      said={writing > 0 ? 'Writing' : `Finished, ${plural(fitting.length, 'version')} to take`}
      onClose={host.close}
      tools={
        <Segments
          label="Show"
          value={isPlain ? 'text' : 'changes'}
          options={VIEWS}
          onChange={(view) => useChoices.setState({ isPlain: view === 'text' })}
        />
      }
      foot={
        <>
          <div className="flex min-w-[180px] grow">
            <SayField label="Say what to change in all of them" onSay={all.changeAll} />
          </div>
          {!isDone && (
            <TakeButton disabled={fitting.length === 0} onTake={all.takeAll}>
              Take all that fit
            </TakeButton>
          )}
          <Button
            variant={isDone ? 'soft' : 'ghost'}
            size="small"
            onClick={discard}
            className="h-8 max-md:h-11"
          >
            {isDone ? 'Done' : 'Discard'} <Keys>Esc</Keys>
          </Button>
        </>
      }
    >
      <StateChips versions={versions} onJump={jump} />
      <div ref={list} className="flex flex-col gap-2 px-4 pb-4 max-md:gap-0 max-md:px-0">
        {versions.map((version, at) => (
          <VersionCard
            key={version.network}
            version={version}
            isThread={host.parts.length > 1}
            isPlain={isPlain}
            field={open?.network === version.network ? open.is : undefined}
            onField={(is) => (is ? setOpen({ network: version.network, is }) : closeField())}
            onMove={(by) => {
              const next = versions[at + by];
              if (next) jump(next.network);
            }}
            onTake={() => {
              all.take([version]);
              jump(version.network);
            }}
            onUndo={undoing(version.network)}
            onAgain={(instruction) => all.again(version.network, instruction)}
            onEdit={(texts) => all.edit(version, texts)}
          />
        ))}
      </div>
      {isAsked && (
        <KeepDialog
          count={taken.length}
          onClose={() => setAsked(false)}
          onKeep={host.close}
          onUndo={() => {
            for (const { network } of taken.toReversed()) all.undoOf(network)?.();
            host.close();
          }}
        />
      )}
    </WideFrame>
  );
}
