import type { ComponentProps } from 'react';
import { Button } from '#web/ui/Button.tsx';

/** A small button with an icon. */
export const IconButton = ({
  label,
  ...props
}: Omit<ComponentProps<typeof Button>, 'aria-label'> & { label: string }) => (
  <Button variant="ghost" size="smallIcon" aria-label={label} {...props} />
);
