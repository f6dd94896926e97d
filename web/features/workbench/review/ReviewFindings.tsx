import { type Item, updateItem } from '#contract/content/items.ts';
import { call } from '#web/api/client.ts';
import { contentKeys, keys } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';
import { useCan } from '#web/api/workspace.ts';
import { Findings } from '#web/features/assistant/findings/Findings.tsx';
import { closeFindings } from '#web/features/assistant/findings/open-findings.ts';
import type { ReadHost } from '#web/features/assistant/findings/use-reading.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Sheet } from '#web/ui/overlays/Sheet.tsx';
import { toast } from '#web/ui/overlays/toast.ts';

export type ReviewFindingsProps = { item: Item; parts: Item[] };

/** What an editor would remark on a text that waits for a decision. */
export function ReviewFindings({ item, parts }: ReviewFindingsProps) {
  const writes = useCan('write');
  const isPhone = useMedia('(max-width: 767px)');
  const take = useTake();
  const host: ReadHost = {
    item: item.id,
    folder: item.folder,
    language: item.language,
    texts: parts.map(({ content }) => content),
    mayComment: writes,
    take: writes
      ? async (place, text, undone) => {
          const part = parts[place];
          if (!part) return;
          const { id, version, content } = part;
          const saved = await take.mutateAsync({ id, version, content: text, assisted: true });
          toast({
            title: 'Taken',
            action: {
              label: 'Undo',
              run: () =>
                take.mutate({ id, version: saved.version, content }, { onSuccess: undone }),
            },
          });
        }
      : undefined,
  };
  if (isPhone)
    return (
      <Sheet open onClose={closeFindings} title="Read as an editor">
        <Findings host={host} isClosedOutside />
      </Sheet>
    );
  return (
    <aside
      aria-label="Findings"
      className="border-line bg-page max-xl:border-t xl:sticky xl:top-0 xl:max-h-[calc(100dvh-14rem)] xl:overflow-y-auto xl:border-l"
    >
      <Findings host={host} />
    </aside>
  );
}

type Change = { id: number; version: number; content: string; assisted?: boolean };

const useTake = () =>
  useInvalidatingMutation({
    run: ({ id, ...body }: Change) => call(updateItem, { params: { id: String(id) }, body }),
    invalidates: [...contentKeys, keys.pending],
    failure: 'Failed to change the text',
  });
