import { ChevronDown, FilePlus2, LayoutTemplate, Lightbulb, Sparkles } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { useCan } from '#web/api/workspace.ts';
import { useAssistant } from '#web/features/assistant/runs/assistant-query.ts';
import { askForDrafts } from '#web/features/assistant/runs/drafting.ts';
import { askForTemplate } from '#web/features/reusable/templates/asked-template.ts';
import { Button } from '#web/ui/Button.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';

/** Other ways to create content, those of the assistant where it is on. */
export function CreateMenu({ folder }: { folder: number | null }) {
  const assistant = useAssistant();
  const writes = useCan('write');
  const navigate = useNavigate();
  if (!writes) return null;
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label="More ways to create content">
          <ChevronDown size={16} aria-hidden />
        </Button>
      }
    >
      <MenuItem icon={FilePlus2} onSelect={() => void navigate(paths.createContent(folder))}>
        Empty
      </MenuItem>
      <MenuItem icon={LayoutTemplate} onSelect={() => askForTemplate({ folder })}>
        From a template…
      </MenuItem>
      {assistant && (
        <>
          <MenuItem icon={Sparkles} onSelect={() => askForDrafts({ folder })}>
            With the assistant…
          </MenuItem>
          <MenuItem icon={Lightbulb} onSelect={() => void navigate(paths.ideas)}>
            Ideas
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
