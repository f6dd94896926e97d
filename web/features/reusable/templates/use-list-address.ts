import { useSearchParams } from 'react-router';

/** The search of a list, and the one of it that is open, in the address. @param name of that one */
export function useListAddress(name: string) {
  const [query, setQuery] = useSearchParams();
  const set = (key: string, value: string | undefined) =>
    setQuery(
      (before) => {
        if (value) before.set(key, value);
        else before.delete(key);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    text: query.get('q') ?? '',
    search: (text: string) => set('q', text),
    named: query.get(name),
    choose: (id: number | string | undefined) =>
      set(name, id === undefined ? undefined : String(id)),
  };
}
