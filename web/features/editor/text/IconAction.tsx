import type { ReactNode } from 'react';
import { Button } from '#web/ui/Button.tsx';

type Props = {
  label: string;
  title: string;
  disabled?: boolean;
  /** By which `/` finds it. */
  'data-tool'?: string;
  onClick: () => void;
  children: ReactNode;
};

/** A tool of a text. */
export const IconAction = ({ label, ...props }: Props) => (
  <Button variant="ghost" size="smallIcon" aria-label={label} {...props} />
);
