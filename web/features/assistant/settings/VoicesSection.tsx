import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Voice } from '#contract/assistant/voices.ts';
import { paths } from '#contract/paths.ts';
import { useCan } from '#web/api/workspace.ts';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { SettingsSection } from '#web/features/people/account/SettingsSection.tsx';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { RowMenu } from './RowMenu.tsx';
import { useDeleteVoice, useDuplicateVoice, useVoices } from './settings-queries.ts';

/** The voices of the workspace. */
export function VoicesSection() {
  const voices = useVoices().data ?? [];
  const manages = useCan('manage');
  return (
    <SettingsSection title="Voices" hint="How a client or a house writes.">
      <div className="flex flex-col items-start gap-2">
        {voices.length > 0 ? (
          <ul
            aria-label="Voices"
            className="w-full divide-y divide-line rounded-base border border-line bg-surface"
          >
            {voices.map((voice) => (
              <VoiceRow key={voice.id} voice={voice} manages={manages} />
            ))}
          </ul>
        ) : (
          !manages && <p className="text-muted">No voices yet.</p>
        )}
        {manages && (
          <Button asChild size="bar">
            <Link to={paths.voice('new')}>
              <Plus size={16} aria-hidden /> New voice
            </Link>
          </Button>
        )}
      </div>
    </SettingsSection>
  );
}

function VoiceRow({ voice, manages }: { voice: Voice; manages: boolean }) {
  const navigate = useNavigate();
  const { mutate: duplicate } = useDuplicateVoice();
  const { mutate: remove } = useDeleteVoice();
  const [isAsking, setAsking] = useState(false);
  const scope = useScope(voice);
  const { id, name, description, examples } = voice;
  return (
    <li className="flex items-center gap-3 py-2.5 pr-2 pl-3">
      <div className="min-w-0 grow basis-0">
        <p className="truncate font-medium">{name}</p>
        {description && <p className="truncate text-muted text-xs">{description}</p>}
        <p className="truncate text-muted text-xs sm:hidden">{scope}</p>
      </div>
      <p className="w-20 shrink-0 text-muted text-xs max-sm:hidden">
        {plural(examples.length, 'example')}
      </p>
      <p className="w-40 shrink-0 truncate text-muted text-xs max-sm:hidden">{scope}</p>
      {manages && (
        <RowMenu
          name={name}
          onEdit={() => void navigate(paths.voice(id))}
          onDuplicate={() => duplicate(voice)}
          onDelete={() => setAsking(true)}
        />
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          remove(id);
        }}
        title={`Delete “${name}”?`}
        question="What was written in it stays. Where it was the default, there is none then."
        confirm="Delete"
      />
    </li>
  );
}

/** Where a voice is the default, in words. */
function useScope({ folders: ids, is_default: isDefault }: Voice): string {
  const { data: folders = [] } = useFolders();
  const [first, ...others] = ids.flatMap((id) => folders.find((folder) => folder.id === id) ?? []);
  if (first)
    return `Default in ${first.name}${others.length ? ` and ${plural(others.length, 'other')}` : ''}`;
  return isDefault ? 'Everywhere else' : '';
}
