import { Check } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { MAX_VOICE_TEXT } from '#contract/assistant/limits.ts';
import { EMOJI_HABITS, HASHTAG_HABITS, SPELLINGS, type Voice } from '#contract/assistant/voices.ts';
import { paths } from '#contract/paths.ts';
import { ApiError } from '#web/api/client.ts';
import { folderOptions } from '#web/features/content/folders/folder-options.tsx';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { TagInput } from '#web/ui/fields/TagInput.tsx';
import { Textarea } from '#web/ui/fields/Textarea.tsx';
import { ExamplesField } from './ExamplesField.tsx';
import { HowItSounds } from './HowItSounds.tsx';
import { useSaveVoice } from './settings-queries.ts';
import { scopeOf, scopeOptions, type VoiceValues, valuesOf, withScope } from './voice-values.ts';

const MAX_WORD = 60;
const ANY = 'any';

/** How a client or a house writes. @param voice undefined for a new one */
export function VoiceForm({ voice }: { voice: Voice | undefined }) {
  const [values, setValues] = useState(() => valuesOf(voice));
  const [saved, setSaved] = useState(voice ? values : undefined);
  const save = useSaveVoice();
  const navigate = useNavigate();
  const { data: folders = [] } = useFolders();
  const set = (change: Partial<VoiceValues>) => setValues({ ...values, ...change });
  const isSaved = saved !== undefined && JSON.stringify(saved) === JSON.stringify(values);
  const errors = save.error instanceof ApiError ? save.error.fields : {};
  const others = Object.keys(errors).filter((name) => name !== 'name');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending || isSaved) return;
    save.mutate(
      { id: voice?.id, fields: values },
      {
        onSuccess: ({ id }) => {
          setSaved(values);
          if (!voice) void navigate(paths.voice(id), { replace: true });
        },
      },
    );
  }
  return (
    <div className="grid items-start gap-8 min-[1360px]:grid-cols-[minmax(0,1fr)_304px]">
      <form onSubmit={submit} noValidate className="flex min-w-0 flex-col gap-5">
        <div className="flex items-center gap-3">
          <h1 className="min-w-0 grow truncate font-semibold text-xl">
            {voice ? `Voice: ${voice.name}` : 'New voice'}
          </h1>
          <p role="status" className="flex items-center gap-1.5 text-muted">
            {isSaved && (
              <>
                <Check size={14} aria-hidden className="text-fine" /> Saved
              </>
            )}
          </p>
          <Button type="submit" variant="primary" busy={isSaved || save.isPending}>
            Save
          </Button>
        </div>
        {save.error && (others.length > 0 || !errors.name) && (
          <Alert>{save.error.message || 'The voice couldn’t be saved.'}</Alert>
        )}
        <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_14rem]">
          <Field label="Name" required error={errors.name?.[0]}>
            <Input
              value={values.name}
              maxLength={60}
              onChange={({ target }) => set({ name: target.value })}
            />
          </Field>
          <Field label="Default in">
            <Select
              value={scopeOf(values)}
              options={[...scopeOptions(values), ...folderOptions(folders)]}
              onChange={(scope) => setValues(withScope(values, scope))}
            />
          </Field>
        </div>
        <Text
          label="Who is speaking, and to whom"
          rows={3}
          value={values.description}
          onChange={(description) => set({ description })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Text
            label="Do"
            rows={4}
            hint="One a line."
            value={values.do}
            onChange={(text) => set({ do: text })}
          />
          <Text
            label="Don’t"
            rows={4}
            hint="One a line."
            value={values.dont}
            onChange={(dont) => set({ dont })}
          />
        </div>
        <Field
          label="Words never to use"
          hint="Checked by us in everything that is proposed, and when reading as an editor."
        >
          <TagInput tags={values.never} longest={MAX_WORD} onChange={(never) => set({ never })} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-3">
          <Habit
            label="Spelling"
            names={SPELLINGS}
            value={values.spelling}
            onChange={(spelling) => set({ spelling })}
          />
          <Habit
            label="Emoji"
            names={EMOJI_HABITS}
            value={values.emoji}
            onChange={(emoji) => set({ emoji })}
          />
          <Habit
            label="Hashtags"
            names={HASHTAG_HABITS}
            value={values.hashtags}
            onChange={(hashtags) => set({ hashtags })}
          />
        </div>
        <ExamplesField examples={values.examples} onChange={(examples) => set({ examples })} />
      </form>
      <HowItSounds voice={values} />
    </div>
  );
}

type TextProps = {
  label: string;
  rows: number;
  hint?: string;
  value: string;
  onChange: (text: string) => void;
};

const Text = ({ label, rows, hint, value, onChange }: TextProps) => (
  <Field label={label} hint={hint}>
    <Textarea
      rows={rows}
      value={value}
      maxLength={MAX_VOICE_TEXT}
      onChange={({ target }) => onChange(target.value)}
    />
  </Field>
);

type HabitProps<Name extends string> = {
  label: string;
  names: Readonly<Record<Name, string>>;
  value: Name | null;
  onChange: (value: Name | null) => void;
};

const Habit = <Name extends string>({ label, names, value, onChange }: HabitProps<Name>) => (
  <Field label={label}>
    <Select<Name | typeof ANY>
      value={value ?? ANY}
      options={[
        { value: ANY, label: 'As it is' },
        ...(Object.entries(names) as [Name, string][]).map(([name, label]) => ({
          value: name,
          label,
        })),
      ]}
      onChange={(next) => onChange(next === ANY ? null : next)}
    />
  </Field>
);
