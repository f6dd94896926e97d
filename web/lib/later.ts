import { type ComponentType, createElement, useEffect } from 'react';
import { create } from 'zustand';

/** Modules that are loaded once the page can be used. */
const waiting = new Set<() => void>();

/**
 * A module that a page can do without until somebody asks for it: it is loaded once the page can be
 * used (`loadTheRest`), or when it is needed before that.
 * @param isRare whether few people ask for it: it is loaded when it is needed alone
 * @returns a hook, and a function that begins to load it
 */
export function later<Module>(load: () => Promise<Module>, isRare = false) {
  const useModule = create<{ loaded?: Module; failed?: unknown }>(() => ({}));
  let underWay = false;
  function fetch() {
    if (underWay) return;
    underWay = true;
    waiting.delete(fetch);
    load().then(
      (loaded) => useModule.setState({ loaded }),
      (failed: unknown) => {
        underWay = false;
        useModule.setState({ failed });
      },
    );
  }
  if (!isRare) waiting.add(fetch);
  /**
   * The module, once it is there.
   * @param needed whether it is waited for
   * @throws what prevented loading it, where it is needed
   */
  function useLoaded(needed: boolean): Module | undefined {
    const { loaded, failed } = useModule();
    useEffect(() => {
      if (needed) fetch();
    });
    if (needed && !loaded && failed) throw failed;
    return loaded;
  }
  return [useLoaded, fetch] as const;
}

/**
 * A component of such a module: it shows nothing until then.
 * @param isExtra whether the page goes on without it where it cannot be loaded, as while the
 * connection is lost: it is tried again where it is shown next
 * @param isRare as `later`
 */
export function laterComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isExtra = false, isRare = false } = {},
): ComponentType<Props> {
  const [useLoaded, fetch] = later(load, isRare);
  return function Later(props) {
    const Loaded = useLoaded(!isExtra);
    useEffect(() => {
      if (isExtra) fetch();
    }, []);
    return Loaded ? createElement(Loaded, props) : null;
  };
}

const IDLE_MS = 2000;

/** Loads the rest while nobody waits; not for people who save data. */
export function loadTheRest() {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const idle = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, IDLE_MS));
  idle(() => {
    for (const fetch of waiting) fetch();
  });
}
