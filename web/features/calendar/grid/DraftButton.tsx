import { LayoutTemplate, Sparkles } from 'lucide-react';
import { localOf, resolveLocal } from '#contract/times.ts';
import { useZone } from '#web/api/workspace.ts';
import { useAssistant } from '#web/features/assistant/runs/assistant-query.ts';
import { askForDrafts } from '#web/features/assistant/runs/drafting.ts';
import { askForTemplate } from '#web/features/reusable/templates/asked-template.ts';
import { longDayName } from '#web/lib/time/day-names.ts';
import { firstTime } from './grid-times.ts';

type Props = { day: string; zone: string; className: string };

/** Makes drafts for a day from a template, and with the assistant where it is on. */
export function DraftButton({ day, zone, className }: Props) {
  const assistant = useAssistant();
  const workspaceZone = useZone();
  const at = () => localOf(resolveLocal(firstTime(day, zone), zone).instant, workspaceZone);
  const name = longDayName(day);
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        aria-label={`From a template for ${name}`}
        title="From a template"
        onClick={() => askForTemplate({ at: at() })}
        className={className}
      >
        <LayoutTemplate size={14} aria-hidden />
      </button>
      {assistant && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Draft with the assistant for ${name}`}
          title="Draft with the assistant"
          onClick={() => askForDrafts({ folder: null, at: at() })}
          className={className}
        >
          <Sparkles size={14} aria-hidden />
        </button>
      )}
    </>
  );
}
