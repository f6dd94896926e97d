import { PenOff } from 'lucide-react';
import { useRef } from 'react';
import { Link, useParams } from 'react-router';
import { isItemId, paths } from '#contract/paths.ts';
import { isMissing } from '#web/api/client.ts';
import { useCan } from '#web/api/workspace.ts';
import { TemplateEditor } from '#web/features/editor/template-editor/TemplateEditor.tsx';
import { useTemplate } from '#web/features/reusable/templates/template-queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';

/** Writes a template, or edits the one in the URL. */
export default function EditTemplatePage() {
  const { template: id = 'new' } = useParams();
  const isNew = id === 'new';
  const known = isNew || isItemId(id);
  const query = useTemplate(isNew || !known ? undefined : Number(id));
  const writes = useCan('write');
  // A new one that was saved goes on in the same editor.
  const opened = useRef<string>(undefined);
  const writing =
    opened.current !== undefined && (opened.current === id || opened.current === 'new');
  if (!writes && !writing)
    return (
      <Nothing
        title="You have view-only access"
        hint="Ask an admin of the workspace for another role."
      />
    );
  if (!known || (query.isError && isMissing(query.error) && !writing))
    return <Nothing title="Template not found" hint="It may have been deleted." />;
  if (query.isError && !writing)
    return (
      <div className="p-4">
        <RetryAlert message="That didn’t load." onRetry={() => void query.refetch()} />
      </div>
    );
  if (!isNew && !query.isFetchedAfterMount && !writing)
    return (
      <p role="status" className="appear-late p-4">
        Loading...
      </p>
    );
  opened.current ??= id;
  return <TemplateEditor key={opened.current} template={isNew ? undefined : query.data} />;
}

const Nothing = ({ title, hint }: { title: string; hint: string }) => (
  <div className="px-4 pt-24">
    <EmptyState icon={PenOff} title={title} hint={hint} isPage>
      <Button asChild>
        <Link to={paths.templates}>Back to Templates</Link>
      </Button>
    </EmptyState>
  </div>
);
