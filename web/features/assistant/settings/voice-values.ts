import type { Voice } from '#contract/assistant/voices.ts';

/** What the form of a voice holds: its fields, each with a value. */
export type VoiceValues = Omit<Voice, 'id' | 'updated_at' | 'description' | 'do' | 'dont'> & {
  description: string;
  do: string;
  dont: string;
};

const EMPTY: VoiceValues = {
  name: '',
  description: '',
  do: '',
  dont: '',
  never: [],
  spelling: null,
  emoji: null,
  hashtags: null,
  examples: [],
  folders: [],
  is_default: false,
};

export function valuesOf(voice: Voice | undefined): VoiceValues {
  if (!voice) return EMPTY;
  const { id: _, updated_at: __, ...fields } = voice;
  return {
    ...fields,
    description: fields.description ?? '',
    do: fields.do ?? '',
    dont: fields.dont ?? '',
  };
}

/** Where a voice is the default, as the options of a select. */
const EVERYWHERE = 'everywhere';
const NOWHERE = 'nowhere';
const SEVERAL = 'several';

export const scopeOf = ({ folders, is_default: isDefault }: VoiceValues): string =>
  folders.length > 1
    ? SEVERAL
    : folders[0] === undefined
      ? isDefault
        ? EVERYWHERE
        : NOWHERE
      : String(folders[0]);

export const scopeOptions = ({ folders }: VoiceValues) => [
  { value: NOWHERE, label: 'No folder' },
  { value: EVERYWHERE, label: 'Everywhere else' },
  ...(folders.length > 1 ? [{ value: SEVERAL, label: `${folders.length} folders` }] : []),
];

export function withScope(values: VoiceValues, scope: string): VoiceValues {
  if (scope === SEVERAL) return values;
  const isFolder = scope !== NOWHERE && scope !== EVERYWHERE;
  return {
    ...values,
    folders: isFolder ? [Number(scope)] : [],
    is_default: scope === EVERYWHERE,
  };
}
