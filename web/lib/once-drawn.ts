/**
 * Does what nobody sees a moment later, so that the browser draws the page before it.
 * @returns what prevents it, or undoes it with what `start` has returned
 */
export function onceDrawn(start: () => () => void) {
  let undo: (() => void) | undefined;
  const timer = setTimeout(() => {
    undo = start();
  });
  return () => {
    clearTimeout(timer);
    undo?.();
  };
}
