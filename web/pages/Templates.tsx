import { LayoutTemplate } from 'lucide-react';
import { TemplatesRow } from '#web/features/templates/TemplatesRow.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

/** The templates of the workspace. */
export default function TemplatesPage() {
  return (
    <>
      <title>Templates</title>
      <TemplatesRow title="Templates" />
      <div className="px-4 pt-24">
        <EmptyState icon={LayoutTemplate} title="No templates yet. Save any post as one." />
      </div>
    </>
  );
}
