import { Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';

type Props = {
  /** What the actions are on. */
  name: string;
  onEdit: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
};

/** The actions on a voice or on an own action. */
export const RowMenu = ({ name, onEdit, onDuplicate, onDelete }: Props) => (
  <Menu
    trigger={
      <Button variant="ghost" size="smallIcon" aria-label={`Actions for ${name}`}>
        <Ellipsis size={16} aria-hidden />
      </Button>
    }
  >
    <MenuItem icon={Pencil} onSelect={onEdit}>
      Edit
    </MenuItem>
    <MenuItem icon={Copy} onSelect={onDuplicate}>
      Duplicate
    </MenuItem>
    <MenuItem icon={Trash2} danger onSelect={onDelete}>
      Delete
    </MenuItem>
  </Menu>
);
