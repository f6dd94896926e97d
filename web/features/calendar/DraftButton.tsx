import { Sparkles } from 'lucide-react';
import { localOf, resolveLocal } from '#contract/times.ts';
import { useZone } from '#web/api/workspace.ts';
import { useAssistant } from '#web/features/assistant/assistant-query.ts';
import { askForDrafts } from '#web/features/assistant/drafting.ts';
import { longDayName } from '#web/lib/day-names.ts';
import { firstTime } from './grid-times.ts';

type Props = { day: string; zone: string; className: string };

/** Asks the assistant for drafts for a day; nothing where it is off. */
export function DraftButton({ day, zone, className }: Props) {
  const assistant = useAssistant();
  const workspaceZone = useZone();
  if (!assistant) return null;
  const ask = () => {
    const { instant } = resolveLocal(firstTime(day, zone), zone);
    askForDrafts({ folder: null, at: localOf(instant, workspaceZone) });
  };
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`Draft with the assistant for ${longDayName(day)}`}
      title="Draft with the assistant"
      onClick={ask}
      className={className}
    >
      <Sparkles size={14} aria-hidden />
    </button>
  );
}
