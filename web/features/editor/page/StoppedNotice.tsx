import { RotateCw, TriangleAlert } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import type { Item } from '#contract/content/items.ts';
import { paths } from '#contract/paths.ts';
import type { Publication } from '#contract/publishing/publications.ts';
import { useCan, useWorkspace } from '#web/api/workspace.ts';
import { useEditor, useEditorState } from '#web/features/editor/store/editor-context.ts';
import { isLocked } from '#web/features/editor/store/editor-state.ts';
import { continues, explain } from '#web/features/publishing/publications/publication-words.ts';
import {
  usePublicationsOf,
  useRetry,
} from '#web/features/publishing/publications/publishing-queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';

/** What another text, or another try, may mend; the rest takes a decision of another kind. */
/** Why the publications of a post have stopped, above its text, and what sends them again. */
export function StoppedNotice({ item }: { item: Item }) {
  const isStopped = item.publications?.state === 'stopped';
  const { data = [] } = usePublicationsOf(item.id, isStopped);
  const workspace = useWorkspace().data;
  const stopped = isStopped ? data.filter(({ state }) => state === 'stopped') : [];
  if (stopped.length === 0 || !workspace) return null;
  const facts = { lateMinutes: workspace.late_minutes, zone: workspace.time_zone };
  return (
    <section
      aria-label="Stopped"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-danger-soft px-4 py-2"
    >
      <TriangleAlert size={16} aria-hidden className="shrink-0 text-danger" />
      <ul className="min-w-0 grow">
        {stopped.map((publication) => {
          // The first part that is not published.
          const { title, text } = explain(
            publication,
            { count: 1, part: publication.sent, attempts: 0 },
            facts,
          );
          return (
            <li key={publication.id}>
              <span className="font-medium">{title}</span> {text}
            </li>
          );
        })}
      </ul>
      <SaveAndRetry item={item} stopped={stopped} />
    </section>
  );
}

function SaveAndRetry({ item, stopped }: { item: Item; stopped: readonly Publication[] }) {
  const editor = useEditor();
  const locked = useEditorState(isLocked);
  const retry = useRetry();
  const decides = useCan('decide');
  const navigate = useNavigate();
  const { state } = useLocation();
  const ids = stopped.filter(continues).map(({ id }) => id);
  if (!decides || ids.length === 0)
    return <TextLink to={paths.previewContent(item.id)}>Publications</TextLink>;
  async function run() {
    const { merged } = editor.store.getState();
    if (!(await editor.saver.keep())) return;
    // What somebody else has written came in: it is read before it is published.
    if (editor.store.getState().merged !== merged) return;
    await retry.mutateAsync({ ids });
    // To where it was found.
    if ((state as { isFromList?: boolean } | null)?.isFromList) void navigate(-1);
  }
  return (
    <Button
      size="small"
      disabled={locked}
      busy={retry.isPending}
      onClick={() => void run().catch(() => {})}
    >
      <RotateCw size={16} aria-hidden />
      Save and retry
    </Button>
  );
}
