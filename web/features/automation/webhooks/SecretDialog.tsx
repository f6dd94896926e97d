import { ShownOnce } from '#web/ui/fields/ShownOnce.tsx';

/** The secret of an endpoint. */
export const SecretDialog = (props: { secret: string; onClose: () => void }) => (
  <ShownOnce
    noun="secret"
    label="Signing secret"
    value={props.secret}
    description="The receiver verifies with it that what arrives comes from here."
    onClose={props.onClose}
  />
);
