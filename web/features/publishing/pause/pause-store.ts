import { create } from 'zustand';
import type { Pause } from '#contract/publishing/pause.ts';

/** The pause of the workspace, as its banner knows it, and what is asked for. */
export const usePause = create<{ pause: Pause | null; dialog: 'pause' | 'resume' | null }>(() => ({
  pause: null,
  dialog: null,
}));

/** Asks for a pause, or, during one, how to resume. */
export const askForPause = () =>
  usePause.setState(({ pause }) => ({ dialog: pause?.is_active ? 'resume' : 'pause' }));

/** Asks what becomes of what a pause held. */
export const askToDecide = () => usePause.setState({ dialog: 'resume' });

/** Whether nothing is sent now. */
export const useIsPaused = () => usePause(({ pause }) => pause?.is_active ?? false);
