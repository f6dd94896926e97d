import type { Publication } from '#contract/publishing/publications.ts';
import { networkOf } from '#web/features/publishing/publications/publication-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

type Props = {
  publication: Publication;
  open?: boolean;
  onAnswer: (sent: boolean) => void;
  onClose: () => void;
};

/** Of what was due since the backup of a restored copy, the answer is about all parts. */
const wholeOf = ({ reason, parts }: Publication) =>
  reason === 'late' && parts > 1
    ? ` ‘It was published’ is true where all ${parts} parts are there.`
    : '';

/** Asks for a look at the network, where a publication may be there (`may_be_there`). */
export const IsItPublished = ({ publication, open = true, onAnswer, onClose }: Props) => (
  <Dialog
    open={open}
    title="Is it published?"
    description={`It may be on ${networkOf(publication)}. Look there first: sent again, it would appear twice.${wholeOf(publication)}`}
    onClose={onClose}
  >
    <DialogActions stacks>
      <Button onClick={onClose}>Cancel</Button>
      <Button onClick={() => onAnswer(true)}>It was published</Button>
      <Button onClick={() => onAnswer(false)}>It was not published</Button>
    </DialogActions>
  </Dialog>
);
