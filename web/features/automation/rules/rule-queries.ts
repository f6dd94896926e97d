import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import * as contract from '#contract/automation/rules.ts';
import type { Run, RunState } from '#contract/automation/rules-runs.ts';
import * as runs from '#contract/automation/rules-runs.ts';
import type { RuleText } from '#contract/automation/rules-settings.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';
import { toast } from '#web/ui/overlays/toast.ts';

const of = (id: number) => ({ params: { id: String(id) } });
/** What a rule did changes posts. */
const CHANGED = [keys.rules];
const DONE = [keys.rules, keys.items, keys.pending];

export const useRules = () =>
  useQuery({
    queryKey: keys.ruleList,
    queryFn: ({ signal }) => call(contract.listRules, { signal }),
  });

export const useRule = (id: number | undefined) =>
  useQuery({
    queryKey: keys.rule(id ?? 0),
    enabled: id !== undefined,
    // The form begins with it.
    staleTime: 0,
    queryFn: ({ signal }) => call(contract.getRule, { ...of(id ?? 0), signal }),
  });

type Saved = RuleText & {
  first_run_waits: boolean;
  proof?: string;
  id?: number;
  version?: number;
};

/** Creates a rule, or saves the one with this id. The form shows what is wrong with it. */
export const useSaveRule = () =>
  useMutation({
    mutationFn: ({ id, version, ...body }: Saved) =>
      id === undefined
        ? call(contract.createRule, { body })
        : call(contract.updateRule, { ...of(id), body: { ...body, ...(version && { version }) } }),
    onSuccess: (rule) => {
      // Its page does not wait for it.
      queryClient.setQueryData(keys.rule(rule.id), rule);
      return queryClient.invalidateQueries({ queryKey: keys.rules });
    },
  });

const useSwitch = (action: (id: number) => { label: string; run: () => void } | undefined) =>
  useInvalidatingMutation({
    run: ({ id, on }: { id: number; on: boolean }) =>
      call(contract.switchRule, { ...of(id), body: { on } }),
    invalidates: CHANGED,
    success: (_, { on }) => (on ? 'The rule is on' : 'The rule is off'),
    action: (_, { id, on }) => (on ? action(id) : undefined),
    failure: 'This couldn’t be saved.',
  });

/** Switching a rule on can be undone. */
export function useSwitchRule() {
  const back = useSwitch(() => undefined);
  return useSwitch((id) => ({ label: 'Undo', run: () => back.mutate({ id, on: false }) }));
}

/** @param onDeleted leaves its page, before the list is read without it */
export const useDeleteRule = (onDeleted: () => void) =>
  useInvalidatingMutation({
    run: async (id: number) => {
      await call(contract.deleteRule, of(id));
      onDeleted();
    },
    invalidates: [keys.ruleList],
    success: 'Rule deleted',
    failure: 'Failed to delete the rule',
  });

/**
 * What this text of a rule would have done. The rule with this id, which has it, is tried then. Where
 * it is stopped, or its page is left, the server ends it, too.
 */
export function useTryText() {
  const gone = useRef<AbortController>(undefined);
  const stop = () => gone.current?.abort();
  useEffect(() => () => gone.current?.abort(), []);
  const dry = useMutation({
    mutationFn: ({ id, body }: { id: number | undefined; body: RuleText }) => {
      stop();
      gone.current = new AbortController();
      const { signal } = gone.current;
      return id === undefined
        ? call(contract.tryRuleText, { body, signal })
        : call(contract.tryRule, { ...of(id), signal });
    },
    onSuccess: (_, { id }) =>
      id === undefined ? undefined : queryClient.invalidateQueries({ queryKey: keys.rules }),
  });
  return { ...dry, isStopped: dry.error?.name === 'AbortError', stop };
}

/** @param onLook opens the runs of the rule */
export const useRunNow = (onLook: (rule: number) => void) =>
  useMutation({
    mutationFn: (id: number) => call(runs.runNow, of(id)),
    onSuccess: ({ state, result, rule }) => {
      const isFailed = state === 'failed';
      toast({
        title: isFailed ? 'Error' : 'Success',
        description: `‘${rule.name}’ has run: ${isFailed ? 'it failed' : result}`,
        action: { label: 'Look', run: () => onLook(rule.id) },
        ...(isFailed && { variant: 'destructive' as const }),
      });
    },
    onError: ({ message }) =>
      toast({
        title: 'Error',
        description: message || 'That didn’t work. Nothing was changed.',
        variant: 'destructive',
      }),
    onSettled: () => {
      for (const queryKey of DONE) void queryClient.invalidateQueries({ queryKey });
    },
  });

export type RunFilters = { rule?: number | undefined; state?: 'failed' | 'waits' | undefined };

/** Runs, the latest first, loaded page by page. */
export const useRuns = ({ rule, state }: RunFilters) =>
  useInfiniteQuery({
    queryKey: keys.ruleRuns({ rule, state }),
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(runs.listRuns, {
        query: {
          ...(rule !== undefined && { rule: String(rule) }),
          ...(state && { state }),
          ...(pageParam !== undefined && { before: String(pageParam) }),
        },
        signal,
      }),
    getNextPageParam: ({ results }) => (results.length === 50 ? results.at(-1)?.id : undefined),
    placeholderData: (former) => former,
  });

export const useRun = (id: number | undefined) =>
  useQuery({
    queryKey: keys.ruleRun(id ?? 0),
    enabled: id !== undefined,
    queryFn: ({ signal }) => call(runs.getRun, { ...of(id ?? 0), signal }),
  });

const RUN_ACTIONS = {
  undo: runs.undoRun,
  again: runs.runAgain,
  goOn: runs.letRunGoOn,
  leaveOut: runs.leaveRunOut,
} as const;
export type RunAction = keyof typeof RUN_ACTIONS;

const RUN_TOASTS: Record<RunAction, (state: RunState) => string> = {
  undo: () => 'Undone',
  again: () => 'The rule runs again',
  goOn: () => 'It goes on',
  leaveOut: () => 'Left out',
};

/** @param onDone gets the run, which is a new one where it ran again */
export const useRunAction = (onDone: (run: Run) => void) =>
  useInvalidatingMutation({
    run: async ({ id, action }: { id: number; action: RunAction }) => {
      const run = await call(RUN_ACTIONS[action], of(id));
      onDone(run);
      return run;
    },
    invalidates: DONE,
    success: ({ state }, { action }) => RUN_TOASTS[action](state),
    failure: 'That didn’t work. Nothing was changed.',
  });
