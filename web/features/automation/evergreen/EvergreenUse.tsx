import { Recycle } from 'lucide-react';
import { paths } from '#contract/paths.ts';
import { cut } from '#web/lib/text.ts';
import { TextLink } from '#web/ui/TextLink.tsx';
import { useEvergreenUse } from './evergreen-queries.ts';

const MAX_TITLE = 60;

/** Of which post of an evergreen folder this is a use, or how many copies of it are scheduled. */
export function EvergreenUse({ item }: { item: number }) {
  const { use, copies = 0 } = useEvergreenUse(item).data ?? {};
  if (!use)
    return copies > 0 ? (
      <span className="flex items-center gap-1.5">
        <Recycle size={14} aria-hidden />
        {copies === 1 ? '1 copy is scheduled' : `${copies} copies are scheduled`}
      </span>
    ) : null;
  const count =
    use.max_uses === null ? `Use ${use.number}` : `Use ${use.number} of ${use.max_uses}`;
  return (
    <span className="flex items-center gap-1.5">
      <Recycle size={14} aria-hidden />
      {use.item === null ? (
        `${count} of a deleted post`
      ) : (
        <span>
          {count} of{' '}
          <TextLink to={paths.previewContent(use.item)}>
            “{cut(use.title ?? '', MAX_TITLE)}”
          </TextLink>
        </span>
      )}
    </span>
  );
}
