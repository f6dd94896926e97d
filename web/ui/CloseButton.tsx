import { X } from 'lucide-react';
import { Button } from './Button.tsx';

/** The cross of what opens above a page. */
export const CloseButton = ({
  onClose,
  className,
}: {
  onClose: () => void;
  className?: string;
}) => (
  <Button variant="ghost" size="icon" aria-label="Close" onClick={onClose} className={className}>
    <X size={16} aria-hidden />
  </Button>
);
