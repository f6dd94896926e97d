import { useId } from 'react';
import { customisedNetworks } from '#contract/content/items.ts';
import { NETWORK_NAMES, type Network } from '#contract/networks/names.ts';
import { Counter } from '#web/features/editor/networks/Counter.tsx';
import type { Part } from '#web/features/editor/store/parts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Textarea } from '#web/ui/fields/Textarea.tsx';

type Props = {
  part: Part;
  /** The label of the field for the content. */
  label: string;
  /** Whether it is the last part. */
  isLast: boolean;
  readOnly: boolean;
  /** Without a text, the content is published on the network. */
  onChange: (network: Network, text: string | undefined) => void;
};

/** The texts that a part has for networks instead of its content. */
export const NetworkTextFields = ({ part, ...props }: Props) =>
  customisedNetworks([part]).map((network) => (
    <NetworkTextField
      key={network}
      network={network}
      text={part.network_texts[network] ?? ''}
      target={part.key}
      {...props}
    />
  ));

function NetworkTextField({
  network,
  text,
  target,
  label,
  isLast,
  readOnly,
  onChange,
}: Omit<Props, 'part'> & { network: Network; text: string; target: string }) {
  const id = useId();
  const name = NETWORK_NAMES[network];
  return (
    <div className="border-line border-l-2 pl-3">
      <div className="flex min-h-8 items-center justify-between gap-2 text-xs">
        <label htmlFor={id} className="font-medium">
          Custom text for {name}
          <span className="sr-only"> instead of {label}</span>
        </label>
        <Button
          variant="link"
          className="-mr-2 h-7 px-2 text-xs"
          disabled={readOnly}
          onClick={() => onChange(network, undefined)}
        >
          Use the post’s text
          <span className="sr-only"> on {name}</span>
        </Button>
      </div>
      <Textarea
        id={id}
        data-own-text
        data-field={`${target}/${network}`}
        rows={2}
        value={text}
        readOnly={readOnly}
        aria-describedby={`${id}-count`}
        onChange={({ target }) => onChange(network, target.value)}
        className="field-sizing-content min-h-16 resize-none text-base leading-[1.6]"
      />
      <Counter id={`${id}-count`} text={text} network={network} isLast={isLast} />
    </div>
  );
}
