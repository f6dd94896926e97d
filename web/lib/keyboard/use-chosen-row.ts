import { useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useMedia } from '../use-media.ts';
import { useKeyActions } from './single-keys.ts';

/** The state of an entry of the history whose one before is the list. */
const OPENED = 'opened above the list';

/**
 * A list beside what is chosen in it, by a parameter of the address; on narrow screens that opens
 * above the list. J, K and the arrow keys choose the next row: it has a `data-row` with its id.
 */
export function useChosenRow(parameter: string, rows: readonly { id: number }[]) {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const isBeside = useMedia('(min-width: 1024px)');
  const list = useRef<HTMLDivElement>(null);
  const named = Number(query.get(parameter) ?? 0) || undefined;
  const chosen = named ?? (isBeside ? rows[0]?.id : undefined);
  /** The address with a parameter: undefined takes it out. */
  function withParameter(name: string, value: string | number | undefined) {
    const next = new URLSearchParams(query);
    if (value === undefined) next.delete(name);
    else next.set(name, String(value));
    return next;
  }
  const choose = (id: number | undefined) =>
    setQuery(withParameter(parameter, id), { replace: true, preventScrollReset: true });
  /**
   * Of the link of a row: beside the list it replaces the chosen one; above the list it is a step
   * back, as for whatever opens above a page.
   */
  const link = { replace: isBeside, state: isBeside ? null : OPENED };
  /** Closes what is above the list. */
  const close = () => (state === OPENED ? void navigate(-1) : choose(undefined));
  function step(by: number) {
    const next = rows[rows.findIndex(({ id }) => id === chosen) + by];
    if (!next) return;
    choose(next.id);
    list.current?.querySelector<HTMLElement>(`[data-row="${next.id}"]`)?.focus();
  }
  useKeyActions({
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
  });
  return { isBeside, list, named, chosen, choose, link, close, withParameter };
}
