import { Send } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { PublishDialog } from './lazy-dialogs.tsx';
import type { Subject } from './PublishDialog.tsx';

type Props = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'disabled' | 'title'> & {
  subject: Subject;
};

/** Opens the publish dialog. */
export function PublishButton({ subject, ...props }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...props} onClick={() => setOpen(true)}>
        <Send size={16} aria-hidden />
        Publish…
      </Button>
      {open && <PublishDialog subject={subject} onClose={() => setOpen(false)} />}
    </>
  );
}
