import { type KeyboardEvent, useRef, useState } from 'react';
import {
  flat,
  narrowed,
  offeredFor,
  offeredForPost,
} from '#web/features/assistant/asking/chips.ts';
import { overBy } from '#web/features/assistant/asking/counting.ts';
import { LANGUAGES } from '#web/features/assistant/asking/languages.ts';
import { setBar, useChoices } from '#web/features/assistant/asking/panel-choices.ts';
import type { Panel } from '#web/features/assistant/asking/use-panel.ts';
import { AskField } from '#web/features/assistant/panel-parts/AskField.tsx';
import { Remark } from '#web/features/assistant/panel-parts/Remark.tsx';
import { ServerLine } from '#web/features/assistant/runs/ServerLine.tsx';
import { PHONE, useMedia } from '#web/lib/use-media.ts';
import { MenuSwitch } from '#web/ui/overlays/Menu.tsx';
import { ChipRow } from './ChipRow.tsx';
import { ScopeMenu } from './ScopeMenu.tsx';
import { VoiceMenu } from './VoiceMenu.tsx';

/** What can be asked for: said in words, or chosen. */
export function IdleView({ panel }: { panel: Panel }) {
  const { host, assistant, asking } = panel;
  const [typed, setTyped] = useState('');
  const lastUsed = useChoices((choices) => choices.lastUsed);
  const hasBar = useChoices((choices) => choices.hasBar);
  const isPhone = useMedia(PHONE);
  const box = useRef<HTMLDivElement>(null);
  const isTooLong = !host.isPost && overBy(host.text, host) > 0;
  const ofPost = offeredForPost({
    isThread: host.isThread,
    canCut: host.post.canCut,
    hasDescription: host.post.setDescription !== undefined,
    isSaved: host.item !== undefined,
  });
  const ofPart = offeredFor({
    network: host.network,
    isTooLong,
    lastUsed,
    own: assistant.own_actions,
    languages: LANGUAGES,
  });
  const all = host.isPost ? ofPost : ofPart;
  const offered = narrowed(all, typed);
  const hasDefault = isTooLong || typed.trim() !== '' || flat(all)[0]?.key === lastUsed;
  function enter(text: string) {
    const [first] = flat(offered);
    if (text ? first : hasDefault && first) panel.run(first as NonNullable<typeof first>);
    else if (text) panel.instruct?.(text);
  }
  const focus = (selector: string) => box.current?.querySelector<HTMLElement>(selector)?.focus();
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      focus('[data-chip][tabindex="0"]');
    }
    if (event.key === 'ArrowUp' && typed === '' && asking.isPutAside) {
      event.preventDefault();
      panel.bringBack();
    }
  }
  return (
    <div ref={box} className="flex flex-col gap-2 pt-2 max-md:gap-3 max-md:pb-2">
      <div className="max-md:order-2">
        <AskField
          label={isPhone ? 'Say what to change' : 'Say what to change, or choose below'}
          value={typed}
          onChange={setTyped}
          onEnter={enter}
          onKeyDown={onKeyDown}
          aside={<ScopeMenu panel={panel} />}
        />
      </div>
      {offered.length === 0 && !panel.instruct && (
        <Remark kind="info">An instruction is for one item. Choose it at the right.</Remark>
      )}
      {offered.length > 0 && (
        <div className="px-3 pb-1 max-md:order-1 max-md:px-0 max-md:pb-0">
          <ChipRow
            label="Actions"
            offered={offered}
            hasDefault={hasDefault}
            more={
              <MenuSwitch checked={hasBar} onChange={setBar}>
                Show the bar at selections
              </MenuSwitch>
            }
            onRun={panel.run}
            onLeave={() => focus('textarea')}
          />
        </div>
      )}
      <div className="flex min-h-10 items-center justify-between gap-3 border-line border-t px-3 max-md:order-3 max-md:border-0 max-md:px-4">
        <VoiceMenu voices={assistant.voices} folder={host.folder} />
        <ServerLine className="ml-auto" server={assistant.server} />
      </div>
    </div>
  );
}
