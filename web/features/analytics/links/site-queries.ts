import { createSiteSecret, endSiteSecret } from '#contract/publishing/site-visits.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';

export const useCreateSiteSecret = () =>
  useInvalidatingMutation({
    run: () => call(createSiteSecret, {}),
    invalidates: [keys.linkSettings],
    failure: 'The secret couldn’t be made.',
  });

export const useEndSiteSecret = () =>
  useInvalidatingMutation({
    run: () => call(endSiteSecret, {}),
    invalidates: [keys.linkSettings],
    success: 'The secret has ended',
    failure: 'The secret couldn’t be ended.',
  });
