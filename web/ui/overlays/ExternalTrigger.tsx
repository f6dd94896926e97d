import { type Ref, type RefObject, useLayoutEffect } from 'react';

/**
 * Stands in for a button that is there already, as the library's trigger: it gets the id and the ref.
 * The ref stays when this goes: what closes gives the focus back to it.
 */
export function ExternalTrigger({
  element,
  id,
  ref,
}: {
  element: RefObject<HTMLElement | null>;
  id?: string;
  ref?: Ref<HTMLElement>;
}) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(element.current);
    if (id) element.current?.setAttribute('id', id);
  }, [element, id, ref]);
  return null;
}
