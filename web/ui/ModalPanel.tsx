import { hideOthers } from 'aria-hidden';
import { DismissableLayer, FocusGuards, FocusScope } from 'radix-ui/internal';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useFocusBack } from './focus.ts';
import { Layer } from './Layer.tsx';
import { Overlay } from './Overlay.tsx';

export type ModalContent = Omit<ComponentProps<'div'>, 'ref' | 'role'> & {
  onClose: () => void;
  onOpenAutoFocus?: (event: Event) => void;
  /** What gets the focus when it closes, in place of what had it before. */
  focusNext?: () => HTMLElement | null | undefined;
};

/**
 * An open modal dialog, over its ground: Escape and a press on the ground close it, and the focus
 * returns. It has the library's focus and its order of layers. The library's dialog lets the whole
 * body ignore the pointer, which the ground keeps from the page anyway: the browser would compute the
 * styles of the page anew.
 */
export const ModalPanel = (props: ModalContent) =>
  createPortal(
    // One layer with its ground, so that it covers a dialog that was open before.
    <div className="relative z-50">
      <Panel {...props} />
    </div>,
    document.body,
  );

function Panel({ onClose, onOpenAutoFocus, focusNext, ...content }: ModalContent) {
  const focusBack = useFocusBack();
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const [ground, setGround] = useState<HTMLDivElement | null>(null);
  const isBelow = useRef(false);
  const markGround = DismissableLayer.useDismissableLayerSurface();
  const { nodes, registry } = FocusScope.useFocusScopeBranchRegistry();
  FocusGuards.useFocusGuards();
  useEffect(() => markGround(ground), [ground, markGround]);
  useEffect(() => (panel ? hideLater(panel) : undefined), [panel]);
  return (
    <FocusScope.FocusScopeBranchProvider registry={registry}>
      {/* Not by the library: it listens a moment after the dialog is there. */}
      <Overlay
        ref={setGround}
        onPointerDown={() => {
          // What is open above it closes first.
          isBelow.current = document.querySelector('[data-layer]') !== null;
        }}
        onClick={({ ctrlKey }) => {
          if (!isBelow.current && !ctrlKey) onClose();
        }}
      />
      <FocusScope.Root
        asChild
        loop
        trapped
        branches={nodes}
        onMountAutoFocus={(event) => {
          focusBack.onOpenAutoFocus();
          onOpenAutoFocus?.(event);
        }}
        onUnmountAutoFocus={(event) => {
          const next = focusNext?.();
          if (!next) return focusBack.onCloseAutoFocus(event);
          event.preventDefault();
          next.focus();
        }}
      >
        <Layer
          {...content}
          ref={setPanel}
          onClose={onClose}
          onInteractOutside={(event) => event.preventDefault()}
        />
      </FocusScope.Root>
    </FocusScope.FocusScopeBranchProvider>
  );
}

/** Hides the page from assistive technology, once the dialog is drawn. */
function hideLater(panel: HTMLElement) {
  let show: (() => void) | undefined;
  const timer = setTimeout(() => {
    show = hideOthers(panel);
  });
  return () => {
    clearTimeout(timer);
    show?.();
  };
}
