import { type FormEvent, useState } from 'react';
import {
  isHandle,
  MAX_MENTION_NAME,
  MENTIONING,
  type Mention,
  mentionName,
} from '#contract/content/mentions.ts';
import { EXAMPLES } from '#contract/networks/handles.ts';
import { NETWORK_NAMES, type Network } from '#contract/networks/names.ts';
import { useShownNetworks } from '#web/features/editor/networks/use-shown-networks.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

type Props = {
  mention: Mention;
  isNew: boolean;
  onSave: (mention: Mention) => void;
  onRemove: () => void;
  onClose: () => void;
};

/** The handles of a person at each network. */
export function MentionDialog({ mention, isNew, onSave, onRemove, onClose }: Props) {
  const { accounts } = useShownNetworks();
  const [name, setName] = useState(mention.name);
  const [handles, setHandles] = useState(mention.handles);
  const [isTried, setTried] = useState(false);
  const shown = MENTIONING.filter(
    (network) => network !== 'practice' || accounts.has(network) || mention.handles[network],
  );
  const given = (network: Network) => (handles[network] ?? '').trim().replace(/^@/, '');
  const wrong = shown.filter(
    (network) => given(network) !== '' && !isHandle(network, given(network)),
  );
  const isNameless = mentionName(name) === '';

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    setTried(true);
    if (wrong.length > 0 || isNameless) return;
    onSave({
      name: mentionName(name),
      handles: Object.fromEntries(
        shown.flatMap((network) => (given(network) ? [[network, given(network)]] : [])),
      ),
    });
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={isNew ? 'Mention a person' : `Mention of ${mention.name}`}
      description="Each network gets its own handle. Where there is none, the name is published."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field
          label="Name"
          required
          error={isTried && isNameless ? 'Enter the person’s name.' : undefined}
        >
          <Input
            dir="auto"
            value={name}
            maxLength={MAX_MENTION_NAME}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        {shown.map((network) => (
          <Field
            key={network}
            label={`On ${NETWORK_NAMES[network]}`}
            error={
              isTried && wrong.includes(network)
                ? `Expected a handle such as @${EXAMPLES[network] ?? 'ada_lovelace'}.`
                : undefined
            }
          >
            <Input
              dir="ltr"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              placeholder={`@${EXAMPLES[network] ?? 'ada_lovelace'}`}
              value={handles[network] ?? ''}
              onChange={({ target }) => setHandles({ ...handles, [network]: target.value })}
            />
          </Field>
        ))}
        <DialogActions>
          {!isNew && (
            <Button
              className="mr-auto"
              onClick={() => {
                onRemove();
                onClose();
              }}
            >
              Keep the name only
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            {isNew ? 'Mention' : 'Save Changes'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
