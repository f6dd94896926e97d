import type { Draft, Finding, Idea, RunBody, RunResult } from '#contract/assistant/runs.ts';
import type { RunFailure } from '#web/features/assistant/runs/failures.ts';

/** What the assistant is asked about a part, and what it has proposed. Pure. */

export type Question = {
  body: RunBody;
  /** 'Shorten to fit X'. */
  label: string;
  /** The text of the part when it was asked, and the words in it that it is about. */
  before: string;
  start: number;
  end: number;
  /** What the answer is put into, in place of the text. */
  sets?: 'description';
  /** The keys of the parts of a whole post, each of which gets a text. */
  parts?: readonly string[];
};

export type Proposal = {
  question: Question;
  result: RunResult;
  /** It was too long, and asked for a second time. */
  isSecond: boolean;
};

/** Whether a text is right as it is. One that should be shorter, and is not, is too long as it was. */
export const isRight = ({ question, result }: Proposal): boolean =>
  result.kind === 'text' && result.same && !(question.body.action === 'shorten' && result.over > 0);

export type Asking = {
  /** `paused`: the server asked for a pause, after which the question is asked again. */
  phase: 'idle' | 'writing' | 'paused' | 'failed';
  /** The last question; kept, so that it can be asked again. */
  question?: Question | undefined;
  /** What has come of a text, and of a list. */
  written: string;
  entries: readonly (string | Draft | Finding | Idea)[];
  isSecond: boolean;
  failure?: RunFailure | undefined;
  /** All proposals since the page was opened, the oldest first; those of one text are its versions. */
  proposals: readonly Proposal[];
  /** The one that is shown. */
  at: number;
  /** Whether the proposals are put aside, until there is another one: ↑ brings them back. */
  isPutAside: boolean;
};

export const NOT_ASKED: Asking = {
  phase: 'idle',
  written: '',
  entries: [],
  isSecond: false,
  proposals: [],
  at: -1,
  isPutAside: false,
};

/** More are forgotten, the oldest first. */
const MAX_PROPOSALS = 30;

export type Happening =
  | { do: 'ask'; question: Question }
  | { do: 'delta'; text: string }
  | { do: 'entry'; index: number; entry: string | Draft | Finding | Idea }
  /** What came does not count. */
  | { do: 'again' }
  | { do: 'done'; result: RunResult }
  | { do: 'fail'; failure: RunFailure }
  | { do: 'stop' }
  | { do: 'turn'; by: number }
  | { do: 'put aside' }
  | { do: 'bring back' }
  /** A proposal was taken: it is put aside, and its text is the text now. */
  | { do: 'take' };

export function asked(state: Asking, happening: Happening): Asking {
  switch (happening.do) {
    case 'ask':
      return {
        ...state,
        phase: 'writing',
        question: happening.question,
        // The answer goes on where it ended.
        written: happening.question.body.so_far ?? '',
        entries: [],
        isSecond: false,
        failure: undefined,
      };
    case 'delta':
      return { ...state, written: state.written + happening.text };
    case 'entry':
      return { ...state, entries: withEntry(state.entries, happening) };
    case 'again':
      return { ...state, written: '', entries: [], isSecond: true };
    case 'done':
      return finished(state, happening.result);
    case 'fail': {
      const { failure } = happening;
      return { ...state, phase: failure.kind === 'pause' ? 'paused' : 'failed', failure };
    }
    case 'stop':
      return { ...state, phase: 'idle', written: '', entries: [], failure: undefined };
    case 'turn': {
      const [first, last] = versionsOf(state);
      return { ...state, at: Math.min(Math.max(state.at + happening.by, first), last) };
    }
    case 'put aside':
    case 'take':
      return { ...state, phase: 'idle', written: '', failure: undefined, isPutAside: true };
    case 'bring back':
      return { ...state, isPutAside: false };
  }
}

function withEntry(entries: Asking['entries'], { index, entry }: Happening & { do: 'entry' }) {
  // They come in their order.
  return index === entries.length ? [...entries, entry] : entries;
}

function finished(state: Asking, result: RunResult): Asking {
  const { question, isSecond } = state;
  if (!question) return state;
  const proposals = [...state.proposals, { question, result, isSecond }].slice(-MAX_PROPOSALS);
  return {
    ...state,
    phase: 'idle',
    written: '',
    entries: [],
    failure: undefined,
    isPutAside: false,
    proposals,
    at: proposals.length - 1,
  };
}

/** Whether two questions are about the same words, and their answers of one kind. */
const isSame = (a: Proposal, b: Proposal) =>
  a.result.kind === b.result.kind &&
  a.question.sets === b.question.sets &&
  a.question.before === b.question.before &&
  a.question.start === b.question.start &&
  a.question.end === b.question.end;

/** The first and the last of the proposals that are versions of the one that is shown. */
export function versionsOf({ proposals, at }: Asking): [number, number] {
  const shown = proposals[at];
  if (!shown) return [at, at];
  let [first, last] = [at, at];
  const isVersion = (place: number) => {
    const other = proposals[place];
    return other !== undefined && isSame(other, shown);
  };
  while (isVersion(first - 1)) first--;
  while (isVersion(last + 1)) last++;
  return [first, last];
}

/** What the panel shows. */
export type View = 'idle' | 'writing' | 'paused' | 'failed' | 'proposal';

export function viewOf(state: Asking): View {
  if (state.phase !== 'idle') return state.phase;
  return shownProposal(state) ? 'proposal' : 'idle';
}

export const shownProposal = (state: Asking): Proposal | undefined =>
  state.isPutAside ? undefined : state.proposals[state.at];

/** The question that goes on where the answer ended. */
export const goingOn = ({ question, written }: Asking): Question | undefined =>
  question && { ...question, body: { ...question.body, so_far: written } };

/** What is said about a finished proposal. @param over characters over the limit of the network */
export function announcement(characters: number, over: number, network: string): string {
  return over > 0
    ? `Finished, ${over} characters over ${network}’s limit`
    : `Finished, ${characters} characters`;
}
