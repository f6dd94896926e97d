/** The policies of a workspace that demand an approval of what is published. */
export const DEMANDING = ['prevent_self_approval', 'only_approved'] as const;
type Policies = Record<(typeof DEMANDING)[number], boolean>;

/** Whether nothing is published that nobody has approved. */
export const demandsApproval = (workspace: Policies): boolean =>
  DEMANDING.some((policy) => workspace[policy]);
