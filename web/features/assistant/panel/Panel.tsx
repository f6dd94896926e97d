import { useEffect, useRef } from 'react';
import type { Chip } from '#web/features/assistant/asking/chips.ts';
import type { Chosen, Host } from '#web/features/assistant/asking/host.ts';
import { PANEL } from '#web/features/assistant/asking/use-named-keys.ts';
import { useAssistant } from '#web/features/assistant/runs/assistant-query.ts';
import { classes } from '#web/lib/classes.ts';
import { PHONE, useMedia } from '#web/lib/use-media.ts';
import { Sheet } from '#web/ui/overlays/Sheet.tsx';
import { PanelBody } from './PanelBody.tsx';
import { useOutOfSight } from './use-out-of-sight.ts';

type Props = {
  host: Host;
  /** The words that were selected when it was opened. */
  chosen: Chosen | undefined;
  /** An action that is asked for as soon as it is open. */
  startWith: Chip | undefined;
  /** Changes with each time it is asked to open. */
  opened: number;
};

/** The assistant of a part: below its text, and in a sheet on a phone. */
export function Panel({ host, chosen, startWith, opened }: Props) {
  const assistant = useAssistant();
  const isPhone = useMedia(PHONE);
  if (!assistant) return null;
  const body = (
    <PanelBody host={host} assistant={assistant} chosen={chosen} startWith={startWith} />
  );
  if (!isPhone)
    return (
      <Frame label={`Assistant for ${host.name.toLowerCase()}`} opened={opened}>
        {body}
      </Frame>
    );
  return (
    <Sheet open onClose={host.close} title={`Assistant · ${host.name}`}>
      <div {...{ [PANEL]: '' }}>{body}</div>
    </Sheet>
  );
}

type FrameProps = { label: string; opened: number; children: React.ReactNode };

/** Below the text, in its flow; it stays in sight while the end of the text is not. */
function Frame({ label, opened, children }: FrameProps) {
  const box = useRef<HTMLElement>(null);
  const end = useRef<HTMLSpanElement>(null);
  const isFloating = useOutOfSight(end);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it is asked for
  useEffect(() => {
    const first = (name: string) => box.current?.querySelector<HTMLElement>(`${name}:enabled`);
    // The field, also where buttons are before it: Enter takes there.
    (first('textarea') ?? first('button') ?? box.current)?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [opened]);
  return (
    <>
      <section
        ref={box}
        {...{ [PANEL]: '' }}
        aria-label={label}
        tabIndex={-1}
        className={classes(
          'sticky bottom-4 z-10 -mr-7 mt-2 -ml-3 animate-enter scroll-mt-28 scroll-mb-4 rounded-[12px] border border-line bg-page outline-none max-lg:-mr-3',
          isFloating && 'shadow-float',
        )}
      >
        {children}
      </section>
      <span ref={end} aria-hidden />
    </>
  );
}
