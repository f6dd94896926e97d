import { create } from 'zustand';

export type Toast = {
  title: string;
  description?: string | undefined;
  variant?: 'default' | 'destructive';
  /** The duration in milliseconds: 5000 by default. */
  duration?: number;
  action?: { label: string; run: () => void };
};

export type Shown = Toast & { id: number; open: boolean };

export const useToast = create<{ toast: Shown | null }>(() => ({ toast: null }));
let lastId = 0;

/** Shows a toast, which replaces the one before, and returns a function to dismiss it. */
export function toast(next: Toast): () => void {
  const id = ++lastId;
  useToast.setState({ toast: { ...next, id, open: true } });
  return () => close(id, false);
}

export function close(id: number, open: boolean) {
  // A toast that disappears while hovered or focused would leave later ones paused: this resumes
  // them.
  if (!open) window.dispatchEvent(new Event('focus'));
  useToast.setState(({ toast: shown }) => ({
    toast: shown?.id === id ? { ...shown, open } : shown,
  }));
}
