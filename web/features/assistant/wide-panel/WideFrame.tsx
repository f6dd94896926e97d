import { Sparkles, X } from 'lucide-react';
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import { PANEL } from '#web/features/assistant/asking/use-named-keys.ts';
import { useCovered } from '#web/lib/use-covered.ts';
import { useToBottom } from '#web/lib/use-to-bottom.ts';
import { Button } from '#web/ui/Button.tsx';
import { ModalPanel } from '#web/ui/overlays/ModalPanel.tsx';

type Props = {
  title: string;
  /** Beside the title. */
  note?: ReactNode;
  /** At the right of the head. */
  tools?: ReactNode;
  /** Stays in sight below the children, which scroll. */
  foot?: ReactNode;
  isBeside: boolean;
  /** What a screen reader says. */
  said: string;
  onClose: () => void;
  children: ReactNode;
};

/** How a proposal is shown. */
export const VIEWS = [
  { value: 'changes', label: 'Changes' },
  { value: 'text', label: 'Text' },
] as const;

/**
 * A proposal in the place beside the text; a drawer where there is no room for both, and a page on a
 * phone.
 */
export function WideFrame(props: Props) {
  const { title, isBeside, onClose } = props;
  const covered = useCovered(!isBeside);
  if (isBeside) return <Beside {...props} />;
  return (
    <ModalPanel
      onClose={onClose}
      aria-label={title}
      aria-describedby={undefined}
      style={{ '--covered': `${covered}px` } as CSSProperties}
      className="inset-x-0 top-0 bottom-(--covered) flex flex-col bg-page outline-none md:left-auto md:w-[480px] md:animate-drawer-right md:border-line md:border-l md:shadow-float"
    >
      <Content {...props} />
    </ModalPanel>
  );
}

/** Its foot is in sight, also where a notice is above it. */
function Beside(props: Props) {
  const box = useToBottom<HTMLElement>();
  return (
    <section
      ref={box}
      data-column
      aria-label={props.title}
      className="sticky top-24 flex h-[calc(100dvh-var(--top,6rem))] min-w-0 flex-col border-line border-l bg-page"
    >
      <Content {...props} />
    </section>
  );
}

function Content({ title, note, tools, foot, said, onClose, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  const close = (
    <Button variant="ghost" size="smallIcon" aria-label="Close" onClick={onClose}>
      <X size={16} aria-hidden />
    </Button>
  );
  return (
    <div
      ref={box}
      {...{ [PANEL]: '' }}
      tabIndex={-1}
      className="flex min-h-0 grow flex-col outline-none"
    >
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="flex h-12 shrink-0 items-center gap-2 border-line border-b pr-2 pl-4 max-md:pl-2">
        <span className="md:hidden">{close}</span>
        <Sparkles size={16} aria-hidden className="shrink-0 text-muted max-md:hidden" />
        <h2 className="truncate font-medium text-sm max-md:text-[15px]">{title}</h2>
        {note && <span className="shrink-0 text-[13px] text-muted">{note}</span>}
        <span className="grow" />
        {tools}
        <span className="max-md:hidden">{close}</span>
      </div>
      <div className="min-h-0 grow overflow-y-auto overscroll-contain">{children}</div>
      {foot && (
        <div className="flex min-h-14 shrink-0 flex-wrap items-center gap-2 border-line border-t px-4 py-2 max-md:pb-[max(8px,env(safe-area-inset-bottom))]">
          {foot}
        </div>
      )}
    </div>
  );
}
