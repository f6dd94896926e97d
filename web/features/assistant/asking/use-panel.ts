import { useState } from 'react';
import type { useAssistant } from '#web/features/assistant/runs/assistant-query.ts';
import { goingOn, type Proposal, type Question, shownProposal, viewOf } from './asking.ts';
import { type Runs, useAsking } from './asking-store.ts';
import type { Chip } from './chips.ts';
import type { Chosen, Host } from './host.ts';
import { rememberUsed, useChoices } from './panel-choices.ts';
import { again, changed, instructionOf, questionOf } from './questions.ts';

export type Assistant = NonNullable<ReturnType<typeof useAssistant>>;

/** An open panel: what it shows, and what can be done in it. */
export type Panel = ReturnType<typeof usePanel>;

/** @param chosen the words that were selected when it was opened */
export function usePanel(host: Host, assistant: Assistant, chosen: Chosen | undefined) {
  const runs = useAsking(host.part);
  const { asking } = runs;
  const voice = useChoices((choices) => choices.voice);
  const [isWhole, setWhole] = useState(false);
  const words = chosen && chosen.end <= host.text.length ? chosen : undefined;
  const scope = words && !isWhole ? words : { start: 0, end: host.text.length };
  const parts = host.isPost ? host.post.parts : undefined;
  const about = { ...host, chosen: scope, parts, voice };
  const ask = (question: Question) => {
    host.onAsk();
    runs.ask(question);
  };
  const proposal = shownProposal(asking);
  return {
    host,
    partName: host.partName,
    assistant,
    asking,
    view: viewOf(asking),
    proposal,
    /** The selected words, and whether all of the part is asked about in their place. */
    words,
    isWhole,
    setWhole,
    ...asks(runs, ask, proposal, asking.question),
    run(chip: Chip) {
      if (chip.action === 'version') return host.post.open('versions');
      if (chip.action === 'thread') return host.post.open('thread');
      if (chip.action === 'review') return host.post.read();
      if (!host.isPost) rememberUsed(chip.key);
      ask(questionOf(chip, about));
    },
    /** Undefined for a whole thread: an instruction makes one text of a text. */
    instruct:
      host.isPost && host.isThread
        ? undefined
        : (instruction: string) => ask(instructionOf(instruction, about)),
    ...takes(host, runs),
  };
}

function asks(
  { asking, stop, dispatch }: Runs,
  ask: (question: Question) => void,
  proposal: Proposal | undefined,
  question: Question | undefined,
) {
  return {
    stop,
    turn: (by: number) => dispatch({ do: 'turn', by }),
    bringBack: () => dispatch({ do: 'bring back' }),
    /** A version of the proposal that is shown. */
    change: (instruction: string) => proposal && ask(changed(proposal, instruction)),
    /** Another version, or the question that failed. */
    again() {
      if (asking.phase === 'idle' && proposal) ask(again(proposal));
      else if (question) ask({ ...question, body: { ...question.body, so_far: null } });
    },
    goOn() {
      const next = goingOn(asking);
      if (next) ask(next);
    },
  };
}

function takes(host: Host, { dispatch, stop }: Runs) {
  return {
    /** Puts the text in place of the part. */
    take(text: string, caret: number) {
      dispatch({ do: 'take' });
      host.take(text, caret);
    },
    insert(text: string, where: 'above' | 'below') {
      dispatch({ do: 'take' });
      host.insert?.(text, where);
    },
    addHashtags(hashtags: string) {
      dispatch({ do: 'take' });
      host.post.addHashtags(hashtags);
    },
    setDescription(description: string) {
      dispatch({ do: 'take' });
      host.post.setDescription?.(description);
    },
    discard() {
      stop();
      dispatch({ do: 'put aside' });
      host.close();
    },
  };
}
