import { Clock, CopyPlus, Download } from 'lucide-react';
import { Link } from 'react-router';
import type { Template } from '#contract/content/templates.ts';
import { isFixed, tokensIn } from '#contract/content/variables.ts';
import { paths } from '#contract/paths.ts';
import { useCan, useZone } from '#web/api/workspace.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { MenuItem } from '#web/ui/overlays/Menu.tsx';
import { Keys } from '#web/ui/text/Keys.tsx';
import { AsksFor } from './AsksFor.tsx';
import { askForTemplate } from './asked-template.ts';
import { DetailMenu } from './DetailMenu.tsx';
import { DisconnectedChannels } from './DisconnectedChannels.tsx';
import { exportTemplates } from './FilesMenu.tsx';
import { PatternPreview } from './PatternPreview.tsx';
import { useDeleteTemplate, useDuplicateTemplate } from './template-queries.ts';
import { useOfferedNetworks } from './use-offered-networks.ts';

/** A template beside the list: its text, what it asks for, and what can be done with it. */
export function TemplateDetail({ template }: { template: Template }) {
  const { id, name, items, author, updated_at: updated, variables } = template;
  const writes = useCan('write');
  const zone = useZone();
  const { network } = useOfferedNetworks(items);
  const isTimed = items.some(({ content }) =>
    tokensIn(content).some((token) => !token.isLiteral && isFixed(token.name)),
  );
  return (
    <>
      <div className="flex items-start gap-2 border-line border-b p-4">
        <div className="min-w-0 grow">
          <h2 dir="auto" className="truncate font-semibold text-[15px]">
            {name}
          </h2>
          <p className="text-muted text-xs">
            {items.length > 1 ? `Thread of ${items.length}` : 'Single post'} ·{' '}
            {author ? `by ${author.name}, ` : ''}changed {zonedTime(updated, zone)}
          </p>
        </div>
        {writes && <TemplateMenu id={id} name={name} />}
      </div>
      <div className="flex min-h-0 grow flex-col gap-4 overflow-y-auto p-4">
        <PatternPreview template={template} network={network} />
        {isTimed && (
          <p className="flex items-center gap-1.5 text-muted text-xs">
            <Clock size={14} aria-hidden /> Some of it is filled in when it goes out.
          </p>
        )}
        <AsksFor variables={variables} />
        <DisconnectedChannels places={template} />
      </div>
      {writes && (
        <div className="flex gap-2 border-line border-t p-4">
          <Button variant="soft" onClick={() => askForTemplate({ template: id })}>
            Use template <Keys>↵</Keys>
          </Button>
          <Button asChild>
            <Link to={paths.template(id)}>
              Edit <Keys>E</Keys>
            </Link>
          </Button>
        </div>
      )}
    </>
  );
}

function TemplateMenu({ id, name }: Pick<Template, 'id' | 'name'>) {
  const duplicate = useDuplicateTemplate();
  const remove = useDeleteTemplate();
  return (
    <DetailMenu
      name={name}
      question="What was made with it stays."
      onDelete={() => remove.mutate(id)}
    >
      <MenuItem icon={CopyPlus} onSelect={() => duplicate.mutate(id)}>
        Duplicate
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => void exportTemplates([id])}>
        Export
      </MenuItem>
    </DetailMenu>
  );
}
