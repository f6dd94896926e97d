import { Sparkles } from 'lucide-react';
import { MOD } from '#web/lib/keyboard/keys.ts';
import { Button } from '#web/ui/Button.tsx';
import { closeAssistant, openAssistant, useOpenAssistant } from './open-assistant.ts';

/** Opens the assistant of a part, by its key. */
export function AssistantTool({ part, label }: { part: string; label: string }) {
  const isOpen = useOpenAssistant((open) => open.part === part);
  return (
    <Button
      variant="ghost"
      size="smallIcon"
      aria-label={`Assistant for ${label}`}
      aria-expanded={isOpen}
      title={`Assistant (${MOD}+J)`}
      onClick={() => (isOpen ? closeAssistant() : openAssistant(part))}
      className="aria-expanded:bg-accent-soft aria-expanded:text-accent"
    >
      <Sparkles size={16} aria-hidden />
    </Button>
  );
}
