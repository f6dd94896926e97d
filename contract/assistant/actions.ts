import { NETWORK_NAMES, type Network } from '../networks/names.ts';

/** What the assistant can be asked for (docs/assistant.md). */

/** What an action works on: chosen words or a part, the whole post, or nothing that exists yet. */
type Scope = 'part' | 'post' | 'draft' | 'picture' | 'review' | 'ideas';

/** The kind of the result, by which `RunResult` is told apart. */
type ResultKind = 'text' | 'texts' | 'parts' | 'hashtags' | 'drafts' | 'alt' | 'findings' | 'ideas';

type Action = {
  /** The label on a chip; `{network}` stands for the name of the network. */
  label: string;
  /** Where it is offered. */
  scopes: readonly Scope[];
  result: ResultKind;
  /** Fields of the body of a run that it cannot do without. */
  needs: readonly Needed[];
  /** Whether its result comes as text while it is written (`delta`); else as entries, or at its end. */
  streams: boolean;
};

type Needed =
  | 'text'
  | 'parts'
  | 'network'
  | 'tone'
  | 'language'
  | 'instruction'
  | 'own_action'
  | 'source'
  | 'file';

const rewriting = { scopes: ['part'], result: 'text', streams: true } as const;

/** In the order in which they are offered. */
export const ACTIONS = {
  shorten: { ...rewriting, label: 'Shorten to fit {network}', needs: ['text', 'network'] },
  improve: { ...rewriting, label: 'Improve', needs: ['text'] },
  spelling: { ...rewriting, label: 'Fix spelling', needs: ['text'] },
  tone: { ...rewriting, label: 'Tone', needs: ['text', 'tone'] },
  translate: { ...rewriting, label: 'Translate to…', needs: ['text', 'language'] },
  beginnings: {
    label: 'Another beginning',
    scopes: ['part'],
    result: 'texts',
    needs: ['text'],
    streams: false,
  },
  endings: {
    label: 'Another ending',
    scopes: ['part'],
    result: 'texts',
    needs: ['text'],
    streams: false,
  },
  lengthen: { ...rewriting, label: 'Make it longer', needs: ['text'] },
  /** What a person writes into the field. */
  instruct: { ...rewriting, label: 'Say what to change', needs: ['text', 'instruction'] },
  /** An instruction that the workspace has saved under a name. */
  own: { ...rewriting, label: 'Own action', needs: ['text', 'own_action'] },
  thread: {
    label: 'Make a thread',
    scopes: ['post'],
    result: 'parts',
    needs: ['text', 'network'],
    streams: false,
  },
  join: {
    label: 'Join into one',
    scopes: ['post'],
    result: 'text',
    needs: ['parts'],
    streams: true,
  },
  /** One run for each network. */
  version: {
    label: 'Version for {network}',
    scopes: ['post'],
    result: 'parts',
    needs: ['parts', 'network'],
    streams: false,
  },
  hashtags: {
    label: 'Hashtags',
    scopes: ['post'],
    result: 'hashtags',
    needs: ['parts'],
    streams: false,
  },
  title: { label: 'Title', scopes: ['post'], result: 'text', needs: ['parts'], streams: true },
  draft: {
    label: 'Draft',
    scopes: ['draft'],
    result: 'drafts',
    needs: ['text', 'source'],
    streams: false,
  },
  /** One run for each picture. */
  alt: { label: 'Describe', scopes: ['picture'], result: 'alt', needs: ['file'], streams: true },
  review: {
    label: 'Read as an editor',
    scopes: ['review', 'post'],
    result: 'findings',
    needs: ['parts'],
    streams: false,
  },
  ideas: { label: 'Ideas', scopes: ['ideas'], result: 'ideas', needs: [], streams: false },
} as const satisfies Record<string, Action>;

export type ActionName = keyof typeof ACTIONS;
export const ACTION_NAMES = Object.keys(ACTIONS) as [ActionName, ...ActionName[]];

export const TONES = {
  friendlier: 'Friendlier',
  formal: 'More formal',
  plainer: 'Plainer',
  bolder: 'Bolder',
} as const;
export type Tone = keyof typeof TONES;
export const TONE_NAMES = Object.keys(TONES) as [Tone, ...Tone[]];

/** The label of an action. @param network of the channel that the text is counted for */
export const labelOf = (action: ActionName, network?: Network): string =>
  ACTIONS[action].label.replace('{network}', network ? NETWORK_NAMES[network] : 'the network');

/** The sources of ideas beside the subject. */
export const IDEA_SOURCES = {
  best_posts: 'Best posts of 90 days',
  gaps: 'Gaps in the calendar',
  notes: 'Notes of days',
} as const;
export type IdeaSource = keyof typeof IDEA_SOURCES;
export const IDEA_SOURCE_NAMES = Object.keys(IDEA_SOURCES) as [IdeaSource, ...IdeaSource[]];

/** The kinds of findings of 'Read as an editor'; the last two are found by the server itself. */
export const FINDINGS = {
  unclear: 'Unclear',
  claim: 'Claim without a source',
  tone: 'Tone',
  forbidden: 'A word never to use',
  alt: 'Picture without alt text',
} as const;
export type FindingKind = keyof typeof FINDINGS;
