import { useAssistant } from '#web/features/assistant/runs/assistant-query.ts';
import { laterComponent } from '#web/lib/later.ts';
import type { AssistantPartProps } from './AssistantPart.tsx';

/** Who has no assistant loads nothing of it. */
const AssistantPart = laterComponent<AssistantPartProps>(
  () => import('./AssistantPart.tsx').then((module) => module.AssistantPart),
  { isExtra: true, isRare: true },
);

/** A part of the assistant in the editor; absent where there is none. */
export const EditorAssistant = (props: AssistantPartProps) =>
  useAssistant() && <AssistantPart {...props} />;
