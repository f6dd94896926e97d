import { useCallback, useEffect, useMemo, useRef } from 'react';
import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { AssistantState } from '#contract/assistant/state.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { type RunEvent, runEvents } from '#web/features/assistant/runs/run.ts';
import { type Asking, asked, type Happening, NOT_ASKED, type Question } from './asking.ts';

/** What was asked about each part, by its key: proposals stay until the page is left. */
const useAskings = create<{ of: Readonly<Record<string, Asking>> }>(() => ({ of: {} }));

export const forgetAskings = () => useAskings.setState({ of: {} });

export const askingOf = (part: string): Asking => useAskings.getState().of[part] ?? NOT_ASKED;

const dispatchTo = (part: string) => (happening: Happening) =>
  useAskings.setState(({ of }) => ({
    of: { ...of, [part]: asked(of[part] ?? NOT_ASKED, happening) },
  }));

/** What was asked under several names. */
export const useAskingsOf = (names: readonly string[]): Asking[] =>
  useAskings(useShallow(({ of }) => names.map((name) => of[name] ?? NOT_ASKED)));

/** Tells what happens to what was asked under a name. */
export const tell = (name: string, happening: Happening) => dispatchTo(name)(happening);

/** Asks, and resolves once there is an answer, or none. */
export const answered = (name: string, question: Question, signal: AbortSignal) =>
  follow(question, signal, dispatchTo(name));

/** What is asked about a part, and its answer as it comes; it ends with the component. */
export function useAsking(part: string) {
  const asking = useAskings(({ of }) => of[part]) ?? NOT_ASKED;
  const underWay = useRef<AbortController>(null);
  const dispatch = useMemo(() => dispatchTo(part), [part]);
  const stop = useCallback(() => {
    underWay.current?.abort();
    underWay.current = null;
    dispatch({ do: 'stop' });
  }, [dispatch]);
  const ask = useCallback(
    (question: Question) => {
      underWay.current?.abort();
      const controller = new AbortController();
      underWay.current = controller;
      dispatch({ do: 'ask', question });
      void follow(question, controller.signal, dispatch);
    },
    [dispatch],
  );
  useEffect(
    () => () => {
      if (!['idle', 'failed'].includes(askingOf(part).phase)) stop();
      underWay.current?.abort();
    },
    [part, stop],
  );
  return { asking, ask, stop, dispatch };
}

export type Runs = ReturnType<typeof useAsking>;

async function follow(
  question: Question,
  signal: AbortSignal,
  dispatch: (happening: Happening) => void,
) {
  try {
    for await (const event of runEvents(question.body, signal)) {
      if (signal.aborted) return;
      const happening = happeningOf(event as RunEvent);
      if (happening) dispatch(happening);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function happeningOf({ event, data }: RunEvent): Happening | undefined {
  switch (event) {
    case 'started':
      return undefined;
    case 'delta':
      return { do: 'delta', text: data.text };
    case 'entry':
      return { do: 'entry', ...data };
    case 'again':
      return { do: 'again' };
    case 'done':
      queryClient.setQueryData<AssistantState>(
        keys.assistantState,
        (state) => state && { ...state, usage: data.usage },
      );
      return { do: 'done', result: data.result };
    case 'error':
      // Another server, or none: the page reads which.
      if (data.kind === 'off' || data.kind === 'not_acknowledged')
        void queryClient.invalidateQueries({ queryKey: keys.assistantState });
      return { do: 'fail', failure: data };
  }
}
