import { MoreHorizontal, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';

type Props = {
  name: string;
  question: string;
  onDelete: () => void;
  /** Items before the one that deletes. */
  children?: ReactNode;
};

/** The menu of the one that is open. */
export function DetailMenu({ name, question, onDelete, children }: Props) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" size="smallIcon" aria-label={`More actions for ${name}`}>
            <MoreHorizontal size={16} aria-hidden />
          </Button>
        }
      >
        {children}
        <MenuItem icon={Trash2} danger onSelect={() => setAsks(true)}>
          Delete…
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => {
          setAsks(false);
          onDelete();
        }}
        title={`Delete ‘${name}’?`}
        question={question}
        confirm="Delete"
      />
    </>
  );
}
