import type { ReactNode } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Keys } from '#web/ui/text/Keys.tsx';

type Props = { disabled: boolean; onTake: () => void; children: ReactNode };

/** Takes what is proposed for the whole post; on a phone it is the button of the page. */
export const TakeButton = ({ disabled, onTake, children }: Props) => (
  <Button
    variant="soft"
    size="small"
    disabled={disabled}
    onClick={onTake}
    className="h-8 max-md:order-first max-md:h-11 max-md:w-full max-md:bg-accent-solid max-md:text-on-accent"
  >
    {children} <Keys>Ctrl ↵</Keys>
  </Button>
);
