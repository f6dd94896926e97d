import { useState } from 'react';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { SearchInput } from '#web/ui/fields/SearchInput.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import type { AskedTemplate } from './asked-template.ts';
import { useTemplate, useTemplates } from './template-queries.ts';
import { UseForm } from './UseForm.tsx';

export type UseDialogProps = { asked: AskedTemplate; onClose: () => void };

/** Use a template: choose one where none is named, fill it in, and make a draft. */
export function UseDialog({ asked, onClose }: UseDialogProps) {
  const [chosen, setChosen] = useState(asked.template);
  const { data: template, isFetchedAfterMount, isError, refetch } = useTemplate(chosen);
  if (chosen === undefined) return <ChooseDialog onChoose={setChosen} onClose={onClose} />;
  const parts = template?.items.length ?? 1;
  return (
    <Dialog
      open
      large
      onClose={onClose}
      title={template?.name ?? 'Use a template'}
      description={`${parts > 1 ? `Thread of ${parts}. ` : ''}Makes a draft in which everything is filled in.`}
    >
      {isError ? (
        <div className="p-4">
          <RetryAlert message="That didn’t load." onRetry={() => void refetch()} />
        </div>
      ) : (
        template &&
        isFetchedAfterMount && <UseForm template={template} asked={asked} onClose={onClose} />
      )}
    </Dialog>
  );
}

function ChooseDialog({
  onChoose,
  onClose,
}: {
  onChoose: (id: number) => void;
  onClose: () => void;
}) {
  const [search, setSearch] = useState('');
  const { data } = useTemplates({ search: search.trim(), tags: [], sort: 'used' });
  return (
    <Dialog open medium onClose={onClose} title="Use a template">
      <SearchInput
        aria-label="Search templates"
        placeholder="Search templates..."
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <ul aria-label="Templates" className="-mx-2 max-h-80 overflow-y-auto">
        {data?.map(({ id, name, excerpt }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onChoose(id)}
              className="flex w-full flex-col rounded-base px-2 py-1.5 text-left hover:bg-hover"
            >
              <span dir="auto" className="w-full truncate font-medium">
                {name}
              </span>
              <span dir="auto" className="w-full truncate text-muted text-xs">
                {excerpt}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {data?.length === 0 && (
        <p className="text-muted">
          {search.trim() === ''
            ? 'No templates yet. Save any post as one.'
            : 'No template matches.'}
        </p>
      )}
    </Dialog>
  );
}
