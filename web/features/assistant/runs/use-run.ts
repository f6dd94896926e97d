import { useEffect, useRef, useState } from 'react';
import type { RunBody, RunEvents, RunResult } from '#contract/assistant/runs.ts';
import { keys, queryClient } from '#web/api/query.ts';
import type { RunFailure } from './failures.ts';
import { runEvents } from './run.ts';

/** What is known of a run whose result is shown as it comes, and that has no versions. */
export type Run = {
  state: 'idle' | 'running' | 'done' | 'stopped' | 'failed';
  /** The text so far. */
  text: string;
  result: RunResult | undefined;
  failure: RunFailure | undefined;
};

const IDLE: Run = { state: 'idle', text: '', result: undefined, failure: undefined };

/** Asks the assistant, one question at a time; a question is stopped where the page is left. */
export function useRun() {
  const [run, setRun] = useState<Run>(IDLE);
  const present = useRef<AbortController>(undefined);
  useEffect(() => () => present.current?.abort(), []);

  /**
   * @param onEntry gets each entry as soon as it is complete
   * @param onVoice gets the voice that the server has chosen
   * @returns the result; undefined where there is none
   */
  async function start(
    body: RunBody,
    onEntry?: (data: RunEvents['entry']) => void,
    onVoice?: (name: string | null) => void,
  ): Promise<RunResult | undefined> {
    present.current?.abort();
    const controller = new AbortController();
    present.current = controller;
    setRun({ ...IDLE, state: 'running' });
    try {
      for await (const { event, data } of runEvents(body, controller.signal)) {
        if (controller.signal.aborted) return undefined;
        if (event === 'started') onVoice?.(data.voice?.name ?? null);
        if (event === 'delta') setRun((run) => ({ ...run, text: run.text + data.text }));
        if (event === 'entry') onEntry?.(data);
        if (event === 'again') setRun((run) => ({ ...run, text: '' }));
        if (event === 'error') setRun((run) => ({ ...run, state: 'failed', failure: data }));
        // Another server has been chosen, or this one switched off.
        if (event === 'error' && (data.kind === 'not_acknowledged' || data.kind === 'off'))
          void queryClient.invalidateQueries({ queryKey: keys.assistantState });
        if (event === 'done') {
          setRun((run) => ({ ...run, state: 'done', result: data.result }));
          return data.result;
        }
      }
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    }
    return undefined;
  }

  function stop() {
    present.current?.abort();
    setRun((run) => (run.state === 'running' ? { ...run, state: 'stopped' } : run));
  }

  return { run, start, stop };
}
