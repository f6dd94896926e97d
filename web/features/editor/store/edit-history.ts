/**
 * The history of an open post: what its author did, step by step, whatever field it was in. Pure; the
 * fields are replaced as a whole and never changed in place, so that a step costs only what is new.
 */

/** A selection in a field of the editor, in UTF-16 units; collapsed, it is the caret. */
export type Caret = { field: string; start: number; end: number };

/** What the browser says about a key press or another input, before it happens. */
export type Input = {
  /** As in InputEvent. */
  type: string;
  text: string | null;
  caret: Caret;
  /** In milliseconds. */
  at: number;
};

export type Step<Fields> = {
  from: Partial<Fields>;
  to: Partial<Fields>;
  /** Where the caret was before, and where it was afterwards. */
  before?: Caret | undefined;
  after?: Caret | undefined;
  /** The last input of a run of typing; undefined for everything else. */
  last?: Input | undefined;
};

export type EditHistory<Fields> = {
  past: readonly Step<Fields>[];
  future: readonly Step<Fields>[];
};

export const NO_HISTORY: EditHistory<never> = { past: [], future: [] };

/** Each step shares what it did not change with the others. */
const MAX_STEPS = 500;
/** A longer pause begins another run. */
const PAUSE_MS = 1500;

const kindOf = ({ type }: Input) =>
  /^insert(Text|CompositionText|FromComposition)$/.test(type)
    ? 'insert'
    : /^delete(Content|Composition|ByComposition)/.test(type)
      ? 'delete'
      : undefined;

/** Whether an input goes on with a run of typing: a word with the space behind it. */
function continues({ last, after }: Step<unknown>, input: Input): boolean {
  const kind = kindOf(input);
  if (!last || kind === undefined || kind !== kindOf(last)) return false;
  const { caret, text } = input;
  // A composition replaces what it has inserted so far.
  const isComposing = input.type === 'insertCompositionText' && last.type === input.type;
  if (caret.field !== last.caret.field || input.at - last.at > PAUSE_MS) return false;
  if (isComposing) return true;
  if (caret.start !== caret.end || caret.start !== after?.start) return false;
  return kind === 'delete' || !/\s$/.test(last.text ?? '') || /^\s/.test(text ?? '');
}

/**
 * Records a change.
 * @param now the fields before the change
 * @param to the fields that it sets
 * @param input what the browser said before; undefined for a change that was not typed
 */
export function recorded<Fields extends object>(
  { past }: EditHistory<Fields>,
  now: Fields,
  to: Partial<Fields>,
  { input, before, after }: Pick<Step<Fields>, 'before' | 'after'> & { input?: Input | undefined },
): EditHistory<Fields> {
  const last = past.at(-1);
  if (last && input && continues(last, input)) {
    const step = { ...last, from: { ...fieldsOf(now, to), ...last.from } };
    return {
      past: past.with(-1, { ...step, to: { ...last.to, ...to }, after, last: input }),
      future: [],
    };
  }
  const run = input && kindOf(input) ? input : undefined;
  const step = { from: fieldsOf(now, to), to, before, after, last: run };
  return { past: [...past.slice(1 - MAX_STEPS), step], future: [] };
}

const fieldsOf = <Fields extends object>(now: Fields, names: Partial<Fields>) =>
  Object.fromEntries(
    Object.keys(names).map((name) => [name, now[name as keyof Fields]]),
  ) as Partial<Fields>;

/**
 * Takes back the last step; undefined where there is none.
 * @param here where the caret is now: doing it again leads there
 */
export function undone<Fields>({ past, future }: EditHistory<Fields>, here?: Caret) {
  const step = past.at(-1);
  const after = step?.last ? step.after : (here ?? step?.after);
  return (
    step && {
      history: {
        past: past.slice(0, -1),
        future: [{ ...step, after, last: undefined }, ...future],
      },
      fields: step.from,
      caret: step.before,
    }
  );
}

/** Does the last step that was taken back again; undefined where there is none. */
export function redone<Fields>({ past, future }: EditHistory<Fields>) {
  const [step, ...later] = future;
  return (
    step && {
      history: { past: [...past, step], future: later },
      fields: step.to,
      caret: step.after ?? step.before,
    }
  );
}
