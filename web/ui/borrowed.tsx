import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect } from 'react';

/** Stands in for an element that is there already: it gets the id and the ref. */
export function Borrowed({
  element,
  id,
  ref,
}: {
  element: RefObject<HTMLElement | null>;
  id?: string;
  ref?: Ref<HTMLElement>;
}) {
  useImperativeHandle(ref, () => element.current as HTMLElement);
  useLayoutEffect(() => {
    if (id) element.current?.setAttribute('id', id);
  }, [element, id]);
  return null;
}
