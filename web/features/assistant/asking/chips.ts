import { type ActionName, labelOf, TONES, type Tone } from '#contract/assistant/actions.ts';
import { languageName } from '#contract/content/items.ts';
import type { Network } from '#contract/networks/names.ts';

/** An action as it is offered: it runs at once. */
export type Chip = {
  /** Its name in a list, and by which the last one that was used is known. */
  key: string;
  label: string;
  action: ActionName;
  tone?: Tone;
  language?: string;
  own?: number;
};

/** Some of them are in a menu. */
export type ChipMenu = { key: string; label: string; chips: readonly Chip[] };
export type Offered = Chip | ChipMenu;
export const isMenu = (offered: Offered): offered is ChipMenu => 'chips' in offered;

type About = {
  network: Network;
  isTooLong: boolean;
  /** The key of the action that was used last. */
  lastUsed: string | undefined;
  own: readonly { id: number; name: string }[];
  /** BCP 47 tags, those of the reader first. */
  languages: readonly string[];
};

const chip = (action: ActionName, network?: Network): Chip => ({
  key: action,
  label: labelOf(action, network),
  action,
});
const toneChips = Object.entries(TONES).map(([tone, label]) => ({
  key: `tone ${tone}`,
  label,
  action: 'tone' as const,
  tone: tone as Tone,
}));
const languageChip = (language: string): Chip => ({
  key: `translate ${language}`,
  label: `Translate to ${languageName(language)}`,
  action: 'translate',
  language,
});
const ownChip = ({ id, name }: { id: number; name: string }): Chip => ({
  key: `own ${id}`,
  label: name,
  action: 'own',
  own: id,
});

/** What is offered for a whole post. */
export function offeredForPost({
  isThread,
  canCut,
  hasDescription,
  isSaved,
}: {
  isThread: boolean;
  canCut: boolean;
  hasDescription: boolean;
  /** What is read as an editor is the text that others see. */
  isSaved: boolean;
}): Offered[] {
  return [
    { ...chip('version'), label: 'Every network' },
    ...(isThread ? [chip('join')] : canCut ? [chip('thread')] : []),
    {
      key: 'more',
      label: 'More',
      chips: [
        chip('hashtags'),
        ...(hasDescription ? [chip('title')] : []),
        ...(isSaved ? [chip('review')] : []),
      ],
    },
  ];
}

/** Own actions that are chips; the others are in the menu ‘More’. */
const SHOWN_OWN = 1;

/** What is offered for a part, in its order: first what Enter runs in an empty field. */
export function offeredFor({ network, isTooLong, lastUsed, own, languages }: About): Offered[] {
  const owned = own.map(ownChip);
  const list: Offered[] = [
    chip('shorten', network),
    chip('improve'),
    chip('spelling'),
    { key: 'tone', label: 'Tone', chips: toneChips },
    { key: 'translate', label: 'Translate to…', chips: languages.map(languageChip) },
    chip('beginnings'),
    chip('endings'),
    chip('lengthen'),
    ...owned.slice(0, SHOWN_OWN),
    // It has a setting, too.
    { key: 'more', label: 'More', chips: owned.slice(SHOWN_OWN) },
  ];
  const last = isTooLong ? 'shorten' : lastUsed;
  const first = flat(list).find(({ key }) => key === last);
  return first ? [first, ...list.filter(({ key }) => key !== first.key)] : list;
}

export const flat = (offered: readonly Offered[]): Chip[] =>
  offered.flatMap((entry) => (isMenu(entry) ? entry.chips : [entry]));

/** The chips whose words begin as what is typed; all without it. */
export function narrowed(offered: readonly Offered[], typed: string): Offered[] {
  const wanted = typed.trim().toLowerCase();
  if (!wanted) return [...offered];
  return flat(offered).filter(({ label }) => ` ${label.toLowerCase()}`.includes(` ${wanted}`));
}
