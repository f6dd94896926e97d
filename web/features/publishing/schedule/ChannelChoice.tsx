import { ChevronDown, ChevronUp, CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import { type KeyboardEvent, useId } from 'react';
import { networks } from '#contract/networks/networks.ts';
import { paths } from '#contract/paths.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { applies } from '#contract/publishing/checks.ts';
import { errorsIn } from '#contract/publishing/findings.ts';
import type { CheckedChannel } from '#contract/publishing/publications.ts';
import { ChannelName } from '#web/features/networks/NetworkMark.tsx';
import { ChannelAvatar } from '#web/features/publishing/channels/ChannelAvatar.tsx';
import { ChoiceField } from '#web/features/publishing/channels/ChoiceField.tsx';
import { useFreshAccount } from '#web/features/publishing/channels/channel-queries.ts';
import { classes } from '#web/lib/classes.ts';
import { plural } from '#web/lib/text.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SelectBox } from '#web/ui/fields/Checkbox.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';
import { FindingLine } from './FindingLine.tsx';
import { dollars } from './publish-words.ts';

export type Options = Record<string, string>;

export const errorsOf = (checked: CheckedChannel | undefined) => errorsIn(checked?.findings ?? []);

type Props = {
  channel: Channel;
  checked: CheckedChannel | undefined;
  /** What is said here; the rest is said once for several channels. */
  findings: CheckedChannel['findings'];
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
  options: Options;
  onOptions: (options: Options) => void;
  isOpen: boolean;
  onOpen: (open: boolean) => void;
  onTime: (local: string) => void;
  /** The item whose text may be customised, and the parts of its post; undefined for several. */
  item: number | undefined;
  parts: number;
  onLeave: () => void;
};

/** A channel that can be published to: what would be refused, and its options. */
export function ChannelChoice(props: Props) {
  const { channel, checked, findings, chosen, onChoose, isOpen, onOpen, item, parts } = props;
  const { name, options: all = [], asksAccount = false } = networks[channel.network];
  // What the account may choose is read anew: the network wants it so.
  useFreshAccount(channel.id, asksAccount && chosen);
  const leftOut = errorsOf(checked).length > 0;
  const id = useId();
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  const hasOptions = all.length > 0 || item !== undefined;
  /** Space ticks it, Enter opens its options. */
  const onKeyDown = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (key === 'Enter' && !ctrlKey && !metaKey && hasOptions) onOpen(!isOpen);
  };
  return (
    <li className={classes('border-line border-b', leftOut && 'bg-sunken')}>
      <div className="flex items-start gap-3 py-3 pr-4 pl-4 md:pl-6">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter is a shortcut for the button */}
        <div className="pt-1.5" onKeyDown={onKeyDown}>
          <SelectBox
            checked={chosen && !leftOut}
            disabled={leftOut}
            label={`${channel.handle} on ${name}`}
            onToggle={() => onChoose(!chosen)}
          />
        </div>
        <ChannelAvatar channel={channel} />
        <div className="min-w-0 grow">
          <ChannelName channel={channel} />
          <p className="text-muted text-xs tabular-nums">
            {leftOut
              ? 'Skipped until fixed'
              : checked
                ? lengthText(channel, checked, parts)
                : networks[channel.network].line}
          </p>
          {checked?.ending && !leftOut && (
            <p dir="auto" className="truncate text-muted text-xs">
              Ends with “{checked.ending}”
            </p>
          )}
        </div>
        {checked?.is_customised && (
          <span className="hidden py-1 sm:block">
            <Badge>Custom text</Badge>
          </span>
        )}
        {checked && (
          <div className="flex shrink-0 items-center gap-x-3 py-2 text-xs max-sm:flex-col max-sm:items-end">
            <Sum findings={checked.findings} />
            {checked.price !== null && (
              <p className="text-sm tabular-nums max-sm:text-xs">{dollars(checked.price)}</p>
            )}
          </div>
        )}
        {hasOptions && (
          <Button
            variant="ghost"
            size="icon"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={`Options for ${channel.handle} on ${name}`}
            onClick={() => onOpen(!isOpen)}
          >
            <Chevron size={16} aria-hidden />
          </Button>
        )}
      </div>
      {findings.length > 0 && (
        <ul className="flex flex-col gap-1.5 pr-4 pb-3 pl-13 md:pl-15">
          {findings.map((finding) => (
            <FindingLine key={finding.text} finding={finding} {...props} />
          ))}
        </ul>
      )}
      {isOpen && <ChannelOptions id={id} {...props} />}
    </li>
  );
}

/** A thread is joined where a network has no threads. */
function lengthText({ network }: Channel, checked: CheckedChannel, parts: number) {
  const count = `${checked.longest.toLocaleString('en')} / ${checked.limit.toLocaleString('en')}`;
  return networks[network].parts === 'joined' && parts > 1
    ? `Joined into one post · ${count}`
    : `${plural(checked.parts, 'part')} · longest ${count}`;
}

function ChannelOptions({
  id,
  channel,
  checked,
  options,
  onOptions,
  item,
  onLeave,
}: Props & { id: string }) {
  const { name, options: all = [], asksAccount = false } = networks[channel.network];
  const isFresh = useFreshAccount(channel.id, asksAccount);
  const given = { options, kinds: checked?.kinds ?? [] };
  const choices = all.filter((choice) => applies(choice, channel.network, channel.limits, given));
  return (
    <div
      id={id}
      className="mr-4 mb-3 ml-4 grid gap-3 rounded-base bg-sunken p-3 sm:grid-cols-2 md:ml-15"
    >
      {isFresh.isError && (
        <p role="alert" className="text-danger text-xs sm:col-span-2">
          {isFresh.error.message} The options may be out of date.
        </p>
      )}
      {choices.map((choice) => (
        <ChoiceField
          key={choice.name}
          choice={choice}
          allowed={channel.limits.choices?.[choice.name]}
          value={options[choice.name] ?? ''}
          onChange={(value) => onOptions({ ...options, [choice.name]: value })}
        />
      ))}
      {item !== undefined && checked && (
        <p className="flex flex-wrap items-center gap-x-3 sm:col-span-2">
          <span className="text-muted text-xs">
            {checked.is_customised ? 'Custom text' : 'Same as the post'},{' '}
            {plural(checked.parts, 'part')}
          </span>
          <TextLink to={paths.customiseContent(item, channel.network)} onClick={onLeave}>
            {checked.is_customised ? 'Edit' : `Customise for ${name}`}
          </TextLink>
        </p>
      )}
    </div>
  );
}

function Sum({ findings }: { findings: CheckedChannel['findings'] }) {
  const errors = errorsIn(findings).length;
  const warnings = findings.length - errors;
  const [Icon, text, look] = errors
    ? ([CircleX, plural(errors, 'error'), 'text-danger'] as const)
    : warnings
      ? ([CircleAlert, plural(warnings, 'warning'), 'text-warning'] as const)
      : ([CircleCheck, 'Fine', 'text-fine'] as const);
  return (
    <p className="flex items-center gap-1.5">
      <Icon size={16} aria-hidden className={look} />
      <span className="max-lg:sr-only">{text}</span>
    </p>
  );
}
