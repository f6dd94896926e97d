import { keepPreviousData, useQuery } from '@tanstack/react-query';
import * as contract from '#contract/publishing/pause.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';
import { plural } from '#web/lib/text.ts';
import type { Decision, Later } from './decisions.ts';

const CHANGED = [keys.publications, keys.attention, keys.items];

export const usePauseState = () =>
  useQuery({
    queryKey: keys.pause,
    queryFn: ({ signal }) => call(contract.getPause, { signal }),
  });

/** What a pause until an instant would hold, or one without an end. */
export const usePausePreview = (until: string | undefined) =>
  useQuery({
    queryKey: keys.pausePreview(until),
    queryFn: ({ signal }) =>
      call(contract.previewPause, { query: { ...(until && { until }) }, signal }),
    placeholderData: keepPreviousData,
  });

/** What was chosen stays, whatever others do meanwhile: a conflict is said. */
const KEPT = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };

export const useHeld = () =>
  useQuery({
    queryKey: keys.held,
    queryFn: ({ signal }) => call(contract.listHeld, { signal }),
    ...KEPT,
  });

export const useHeldAfterwards = () =>
  useQuery({
    queryKey: keys.heldAfterwards,
    queryFn: ({ signal }) => call(contract.listHeldAfterwards, { signal }),
    ...KEPT,
  });

export const usePausePublishing = () =>
  useInvalidatingMutation({
    run: (body: { reason: string; ends_at: string | null }) =>
      call(contract.pausePublishing, { body }),
    invalidates: CHANGED,
    success: 'All publishing is paused',
    failure: 'Failed to pause publishing',
  });

export const useResume = () =>
  useInvalidatingMutation({
    run: ({
      pause,
      decisions,
      afterwards,
    }: {
      pause: contract.Pause;
      decisions: readonly Decision[];
      afterwards: readonly { afterward: number; do: Later }[];
    }) =>
      call(contract.resumePublishing, {
        body: {
          decisions: [...decisions],
          afterwards: [...afterwards],
          ...(pause.is_active && { paused_at: pause.paused_at }),
        },
      }),
    invalidates: CHANGED,
    success: ({ stays }) =>
      stays.length
        ? `Publishing goes on. ${plural(stays.length, 'publication')} on hold: ${stays[0]?.reason}`
        : 'Publishing goes on',
    failure: 'Failed to resume publishing',
  });
