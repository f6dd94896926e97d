import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { laterComponent } from '#web/lib/later.ts';
import { Button } from '#web/ui/Button.tsx';

const Comments = laterComponent(() =>
  import('#web/features/content/comments/Comments.tsx').then((module) => module.Comments),
);

/** The comments, over the settings; Escape goes back to these. */
export function EditorComments({ item, onClose }: { item: number; onClose: () => void }) {
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <section
      aria-label="Comments"
      onKeyDown={(event) => {
        // The list of people to mention takes it first.
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="flex h-11 items-center gap-2 border-line border-b px-2">
        <Button
          ref={back}
          variant="ghost"
          size="smallIcon"
          aria-label="Back to the settings"
          title="Back to the settings"
          onClick={onClose}
        >
          <ArrowLeft size={16} aria-hidden />
        </Button>
        <h2 className="font-semibold text-[13px]">Comments</h2>
      </div>
      <div className="p-4">
        <Comments item={item} />
      </div>
    </section>
  );
}
