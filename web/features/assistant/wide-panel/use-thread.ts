import { useEffect, useState } from 'react';
import { type Question, shownProposal, versionsOf } from '#web/features/assistant/asking/asking.ts';
import { useAsking } from '#web/features/assistant/asking/asking-store.ts';
import { useChoices } from '#web/features/assistant/asking/panel-choices.ts';
import { asCutText, type CutText, haveSameWords, partsOf, withTyped } from './cuts.ts';
import { countingFor, settingFor } from './versions.ts';
import type { WideHost } from './wide-host.ts';

/** The parts that are proposed, and the text that they were made of. */
type Made = CutText & { before: string };

export type Thread = ReturnType<typeof useThread>;

/** A thread that is made of the text of the post: it is asked for when this is opened. */
export function useThread(host: WideHost) {
  const voice = useChoices((choices) => choices.voice);
  const { asking, ask, stop, dispatch } = useAsking('thread');
  /** What was cut by hand, by the proposal. */
  const [byHand, setByHand] = useState<ReadonlyMap<number, Made>>(new Map());
  const text = host.parts[0]?.text ?? '';
  const proposal = shownProposal(asking);
  const { at } = asking;
  const given = byHand.get(at) ?? madeOf(proposal);
  const cut = given && withTyped(given, given.before, text);
  const parts = cut && partsOf(cut);
  const question = asking.phase === 'idle' ? proposal?.question : asking.question;
  const keepsWords = question?.body.keep_words ?? true;
  const [first, last] = versionsOf(asking);
  const counting = countingFor(host, host.network, false);
  const start = (keep: boolean, instruction?: string) => {
    host.onAsk();
    ask(questionOf(host, { text, keep, voice, instruction }));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => {
    const isForNow = proposal?.question.before === text;
    if (!isForNow && text.trim()) start(keepsWords);
  }, []);
  return {
    asking,
    /** The text that is cut; undefined until there is a proposal. */
    cut: asking.phase === 'idle' ? cut : undefined,
    parts: asking.phase === 'idle' ? parts : undefined,
    text,
    counting,
    countingOf: (part: number) => ({
      ...counting,
      hasMedia: part === 0 && (host.parts[0]?.hasMedia ?? false),
    }),
    /** Whether the words are to be kept, and whether every character is of the text. */
    keepsWords,
    isSame: parts !== undefined && haveSameWords(text, parts),
    wasTyped: given !== undefined && given.before !== text,
    at: at - first,
    versions: last - first + 1,
    turn: (by: number) => dispatch({ do: 'turn', by }),
    setKeepsWords: (keep: boolean) => start(keep),
    again: (instruction?: string) => start(keepsWords, instruction),
    change: (next: CutText) => setByHand(new Map([...byHand, [at, { ...next, before: text }]])),
    stop,
  };
}

function madeOf(proposal: ReturnType<typeof shownProposal>): Made | undefined {
  if (proposal?.result.kind !== 'parts') return undefined;
  const { result, question } = proposal;
  const { before } = question;
  // Cuts of the text itself, so that nothing of it can be lost.
  if (result.cuts) return { before, text: before, cuts: result.cuts };
  return { before, ...asCutText(result.parts.map((part) => part.text)) };
}

type How = {
  text: string;
  keep: boolean;
  voice: number | null | undefined;
  instruction: string | undefined;
};

function questionOf(host: WideHost, { text, keep, voice, instruction }: How): Question {
  return {
    body: {
      action: 'thread',
      text,
      keep_words: keep,
      ...(instruction && { instruction }),
      ...settingFor(host, host.network, voice),
    },
    label: 'Make a thread',
    before: text,
    start: 0,
    end: text.length,
  };
}
