import type { ReactNode } from 'react';

/** The line below what is chosen in a tall `Select`. */
export const SelectDetail = ({ children }: { children: ReactNode }) => (
  <span className="block truncate font-normal text-muted text-xs">{children}</span>
);
