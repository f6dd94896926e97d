import type { AssistantState } from '#contract/assistant/state.ts';
import { Field } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';

const OF_FOLDER = 'folder';
const NONE = 'none';

type Props = {
  voices: AssistantState['voices'];
  /** Undefined: that of the folder; null: none. */
  value: number | null | undefined;
  onChange: (voice: number | null | undefined) => void;
};

/** In whose voice it is written. */
export const VoiceSelect = ({ voices, value, onChange }: Props) => (
  <Field label="Voice">
    <Select
      value={value === undefined ? OF_FOLDER : String(value ?? NONE)}
      options={[
        { value: OF_FOLDER, label: 'As the folder' },
        ...voices.map(({ id, name }) => ({ value: String(id), label: name })),
        { value: NONE, label: 'None' },
      ]}
      onChange={(next) =>
        onChange(next === OF_FOLDER ? undefined : next === NONE ? null : Number(next))
      }
    />
  </Field>
);
