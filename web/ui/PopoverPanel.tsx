import { DismissableLayer, FocusGuards, FocusScope } from 'radix-ui/internal';
import {
  type ComponentProps,
  type CSSProperties,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { classes } from '#web/lib/classes.ts';
import { closedByEscape } from './escape.ts';
import { measuresOf, type Place, placeBeside } from './place.ts';

export type PopoverContent = Omit<ComponentProps<'div'>, 'ref' | 'role' | 'style'> &
  Place & {
    onOpenAutoFocus?: (event: Event) => void;
    onCloseAutoFocus?: (event: Event) => void;
  };

type Props = PopoverContent & {
  /** What opened it: gets the focus back, and closes it by itself. */
  button?: RefObject<HTMLButtonElement | null>;
  /** The place that it opens beside. */
  anchor: () => DOMRect | undefined;
  onClose: () => void;
};

/**
 * An open popover. It has the library's focus and its order of layers, and is placed by us: the
 * library's search for a place took half of the time that it opened in.
 */
export const PopoverPanel = (props: Props) => createPortal(<Panel {...props} />, document.body);

function Panel({
  button,
  anchor,
  onClose,
  side = 'bottom',
  align,
  sideOffset,
  onOpenAutoFocus,
  onCloseAutoFocus,
  onKeyDown,
  className,
  ...content
}: Props) {
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const leftBy = useRef<string>(undefined);
  const anchored = useRef(anchor);
  anchored.current = anchor;
  const [measures] = useState(() => {
    const beside = anchor();
    return beside && measuresOf(beside, { side, align, sideOffset });
  });
  const closing = closedByEscape(onClose);
  FocusGuards.useFocusGuards();
  // Else a dialog around it takes the focus, and the wheel.
  FocusScope.useFocusScopeBranch(panel);
  useLayoutEffect(() => {
    if (!panel) return;
    let frame = 0;
    // At each frame: the button moves with what is scrolled, loaded or typed, without an event.
    const place = () => {
      const beside = anchored.current();
      if (beside) placeBeside(panel, beside, { side, align, sideOffset });
      frame = requestAnimationFrame(place);
    };
    place();
    return () => cancelAnimationFrame(frame);
  }, [panel, side, align, sideOffset]);
  return (
    <FocusScope.Root
      asChild
      loop
      onMountAutoFocus={onOpenAutoFocus}
      onUnmountAutoFocus={(event) => {
        onCloseAutoFocus?.(event);
        if (event.defaultPrevented) return;
        event.preventDefault();
        if (!leftBy.current) button?.current?.focus();
      }}
    >
      <DismissableLayer.Root
        {...content}
        {...closing}
        ref={setPanel}
        role="dialog"
        deferPointerDownOutside
        onDismiss={onClose}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          closing.onKeyDown(event);
        }}
        onInteractOutside={(event) => {
          const { type } = event.detail.originalEvent;
          const isOnButton = button?.current?.contains(event.target as Node);
          // A press gives the focus to something, too.
          if (isOnButton || (type === 'focusin' && leftBy.current === 'pointerdown'))
            event.preventDefault();
          leftBy.current = type === 'focusin' ? (leftBy.current ?? type) : type;
        }}
        style={measures as CSSProperties}
        className={classes(
          'fixed animate-enter rounded-base border border-line bg-raised shadow-float outline-none',
          className,
        )}
      />
    </FocusScope.Root>
  );
}
