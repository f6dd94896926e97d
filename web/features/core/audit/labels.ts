import { inWords } from '#web/lib/text.ts';

const labels: Record<string, string> = {
  status: 'Status change',
  sign_in: 'Sign-in',
  sign_in_failed: 'Failed sign-in',
  sign_out: 'Sign-out',
  register: 'Registration',
  profile: 'Profile change',
  close: 'Account closed',
  address: 'First address',
  link: 'X connected',
  unlink: 'X disconnected',
  export: 'Audit export',
  share: 'Report shared',
  unshare: 'End of a report’s link',
  assist: 'Question to the assistant',
};

/** The label of an action. */
export const labelOf = (action: string) => labels[action] ?? inWords(action);
