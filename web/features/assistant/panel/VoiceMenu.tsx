import { ChevronDown } from 'lucide-react';
import { useChoices } from '#web/features/assistant/asking/panel-choices.ts';
import type { Assistant } from '#web/features/assistant/asking/use-panel.ts';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { forestOf } from '#web/features/content/folders/tree.ts';
import { Menu, MenuChoice } from '#web/ui/overlays/Menu.tsx';

const NONE = 'none';
const DEFAULT = 'default';

type Props = Pick<Assistant, 'voices'> & { folder: number | null };

/** In whose voice it is written: that of the folder, unless another one is chosen. */
export function VoiceMenu({ voices, folder }: Props) {
  const chosen = useChoices(({ voice }) => voice);
  const { data: folders = [] } = useFolders();
  if (voices.length === 0) return null;
  const { parentOf } = forestOf(folders);
  const ofFolder = (id: number | null): (typeof voices)[number] | undefined =>
    id === null
      ? voices.find((voice) => voice.is_default)
      : (voices.find((voice) => voice.folders.includes(id)) ?? ofFolder(parentOf(id)));
  const usual = ofFolder(folder);
  const shown = chosen === undefined ? usual : voices.find(({ id }) => id === chosen);
  const value = chosen === undefined ? DEFAULT : String(chosen ?? NONE);
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex h-7 min-w-0 items-center gap-1 rounded-sm px-1 text-muted text-xs hover:bg-hover max-md:h-11"
        >
          <span className="truncate">
            Voice: <span className="font-medium text-text">{shown?.name ?? 'None'}</span>
          </span>
          <ChevronDown size={12} aria-hidden className="shrink-0" />
        </button>
      }
    >
      <MenuChoice
        label="Voice"
        value={value}
        options={[
          { value: DEFAULT, label: `As the folder (${usual?.name ?? 'none'})` },
          ...voices.map(({ id, name }) => ({ value: String(id), label: name })),
          { value: NONE, label: 'None' },
        ]}
        onChange={(next) =>
          useChoices.setState({
            voice: next === DEFAULT ? undefined : next === NONE ? null : Number(next),
          })
        }
      />
    </Menu>
  );
}
