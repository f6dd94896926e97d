import { create } from 'zustand';

/** Whether the panel of notifications is open. */
export const useBell = create(() => ({ open: false }));

export const setBell = (open: boolean) => useBell.setState({ open });
