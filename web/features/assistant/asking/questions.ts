import type { RunBody } from '#contract/assistant/runs.ts';
import type { Proposal, Question } from './asking.ts';
import type { Chip } from './chips.ts';
import { countFor, limitFor } from './counting.ts';
import type { Chosen, Host } from './host.ts';

/** What is sent for an action, an instruction, or another answer. Pure. */

type About = Pick<Host, 'text' | 'network' | 'limits' | 'hasMedia' | 'folder' | 'item'> & {
  /** Of a whole post. */
  parts?: readonly string[] | undefined;
  /** The words that it is about. */
  chosen: Chosen;
  /** Undefined: the default of the folder. */
  voice: number | null | undefined;
};

/** What each question of the editor says besides the text. */
export const settingOf = ({
  network,
  limits,
  hasMedia,
  folder,
  item,
  voice,
}: Pick<About, 'network' | 'limits' | 'hasMedia' | 'folder' | 'item' | 'voice'>) => ({
  network,
  limits: {
    ...(limits.characters !== undefined && { characters: limits.characters }),
    ...(limits.link !== undefined && { link: limits.link }),
  },
  has_media: hasMedia,
  ...(voice !== undefined && { voice }),
  ...(folder !== null && folder > 0 && { folder }),
  ...(item !== undefined && { item }),
});

function bodyFor(about: About): Omit<RunBody, 'action'> {
  const { text, chosen, limits } = about;
  const rest = text.slice(0, chosen.start) + text.slice(chosen.end);
  // Chosen words fit where the text as a whole does.
  const room = rest.trim() ? Math.max(1, limitFor(about) - countFor(rest, about)) : undefined;
  const characters = room ?? limits.characters;
  return {
    text: text.slice(chosen.start, chosen.end),
    ...(about.parts && { parts: [...about.parts] }),
    ...settingOf({
      ...about,
      limits: { ...limits, ...(characters !== undefined && { characters }) },
    }),
  };
}

const question = (about: About, label: string, body: RunBody): Question => ({
  body,
  label,
  before: about.text,
  ...about.chosen,
});

export const questionOf = (chip: Chip, about: About): Question => ({
  ...question(about, chip.label, {
    ...bodyFor(about),
    action: chip.action,
    ...(chip.tone && { tone: chip.tone }),
    ...(chip.language && { language: chip.language }),
    ...(chip.own && { own_action: chip.own }),
  }),
  ...(chip.action === 'title' && { sets: 'description' }),
});

export const instructionOf = (instruction: string, about: About): Question =>
  question(about, instruction, { ...bodyFor(about), action: 'instruct', instruction });

/** Another answer, changed by an instruction: a version of the same words. */
export function changed({ question, result }: Proposal, instruction: string): Question {
  const { body } = question;
  if (result.kind !== 'text')
    return { ...question, body: { ...body, instruction, ...notAgain(result) } };
  return {
    ...question,
    body: { ...body, action: 'instruct', instruction, proposal: result.text, so_far: null },
  };
}

/** The same question again. */
export const again = ({ question, result }: Proposal): Question => ({
  ...question,
  body: { ...question.body, so_far: null, ...notAgain(result) },
});

const MAX_NOT = 100;
const notAgain = (result: Proposal['result']) =>
  result.kind === 'texts' ? { not: result.texts.slice(0, MAX_NOT) } : {};
