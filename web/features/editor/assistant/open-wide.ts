import { create } from 'zustand';
import type { WideName } from '#web/features/assistant/asking/host.ts';
import { closeAssistant } from './open-assistant.ts';

/** The proposal of the assistant that is open beside the text. */
export const useOpenWide = create<{ wide: WideName | null }>(() => ({ wide: null }));

/** Opens one, in place of the panel. */
export function openWide(wide: WideName) {
  closeAssistant();
  useOpenWide.setState({ wide });
}

export const closeWide = () => useOpenWide.setState({ wide: null });
