import { Send } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { classes } from '#web/lib/classes.ts';
import { Button } from '#web/ui/Button.tsx';
import { PublishDialog } from './lazy-dialogs.tsx';
import type { Subject } from './subject.ts';

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
        <span className={classes(props.size === 'bar' && 'max-md:sr-only')}>Publish…</span>
      </Button>
      {open && <PublishDialog subject={subject} onClose={() => setOpen(false)} />}
    </>
  );
}
