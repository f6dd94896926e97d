import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 600;

type Options<Fields, Saved> = {
  /** What is saved by now: it may be by somebody else. */
  saved: Saved;
  fieldsOf: (saved: Saved) => Fields;
  /** Why fields cannot be saved; undefined where they can. */
  missing: (fields: Fields) => string | undefined;
  save: (fields: Fields, saved: Saved) => Promise<Saved>;
};

/** The latest of everything, for requests that end later than the rendering that began them. */
type Now<Fields, Saved> = Options<Fields, Saved> & {
  fields: Fields;
  /** What the server has, as far as is known. */
  base: Saved;
  /** The fields as they were sent: the server may store them in another form, as a trimmed name. */
  sent: Fields;
  isSaving: boolean;
};

const areSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const isDirty = <Fields, Saved>({ fields, sent }: Now<Fields, Saved>) => !areSame(fields, sent);

/** Saves until nothing is unsaved, or a request fails. */
async function persist<Fields, Saved>(now: Now<Fields, Saved>, say: (error?: Error) => void) {
  if (now.isSaving) return;
  try {
    while (isDirty(now) && now.missing(now.fields) === undefined) {
      now.isSaving = true;
      say();
      const { fields } = now;
      now.base = await now.save(fields, now.base);
      now.sent = fields;
    }
    now.isSaving = false;
    say();
  } catch (error) {
    now.isSaving = false;
    say(error as Error);
  }
}

/**
 * Fields that are saved after a pause, one request at a time, and when their form is left. After a
 * failure they are saved with the next change, or by `retry`. What others save meanwhile is taken
 * over where nothing is unsaved.
 */
export function useAutosave<Fields extends object, Saved extends object>(
  options: Options<Fields, Saved>,
) {
  const { saved, fieldsOf, missing } = options;
  const [fields, setFields] = useState(() => fieldsOf(saved));
  const [{ error }, setSaid] = useState<{ error?: Error | undefined }>({});
  const { current: now } = useRef<Now<Fields, Saved>>({
    ...{ ...options, fields, base: saved, sent: fields, isSaving: false },
  });
  Object.assign(now, options);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = useRef(() => {
    clearTimeout(timer.current);
    void persist(now, (failed) => setSaid({ error: failed }));
  });
  function set(next: Fields) {
    now.fields = next;
    setFields(next);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: when somebody has saved it
  useEffect(() => {
    if (now.isSaving || isDirty(now)) return;
    const isOther = !areSame(fieldsOf(saved), fieldsOf(now.base));
    now.base = saved;
    // One's own stays as it is typed: with the space behind its last word.
    if (!isOther) return;
    now.sent = fieldsOf(saved);
    set(now.sent);
  }, [saved]);
  useEffect(() => {
    const leave = flush.current;
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  return {
    fields,
    ...stateOf(now, missing(fields), error),
    error,
    change(changes: Partial<Fields>) {
      set({ ...now.fields, ...changes });
      clearTimeout(timer.current);
      timer.current = setTimeout(flush.current, PAUSE_MS);
    },
    retry: () => flush.current(),
    /** Goes on from what somebody else has saved; with `keeps`, one's own is saved in its place. */
    settle(theirs: Saved, keeps: boolean) {
      now.base = theirs;
      now.sent = fieldsOf(theirs);
      setSaid({});
      if (keeps) flush.current();
      else set(now.sent);
    },
  };
}

/** `missing`: why what is written is not saved; undefined where it is, or will be. */
function stateOf<Fields, Saved>(
  now: Now<Fields, Saved>,
  missing: string | undefined,
  error: Error | undefined,
) {
  const isUnsaved = isDirty(now);
  if (now.isSaving) return { missing, state: 'Saving…' as const };
  if (error || (isUnsaved && missing !== undefined))
    return { missing, state: 'Not saved' as const };
  return { missing, state: isUnsaved ? ('Editing…' as const) : ('Saved' as const) };
}

export type Autosave = Pick<
  ReturnType<typeof useAutosave<object, object>>,
  'state' | 'error' | 'missing' | 'retry'
>;
