import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** What is beside the text, or in a sheet, where there is no room for both. */
export const ASIDES = [
  { value: 'settings', label: 'Settings' },
  { value: 'preview', label: 'Preview' },
] as const;

export type Aside = (typeof ASIDES)[number]['value'];

/** Which of them was shown beside the text last, stored on this device. */
export const useAside = create<{ aside: Aside }>()(
  persist((): { aside: Aside } => ({ aside: 'settings' }), { name: 'editor-aside', version: 0 }),
);

export const showAside = (aside: Aside) => useAside.setState({ aside });
