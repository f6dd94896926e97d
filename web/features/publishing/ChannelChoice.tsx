import { ChevronDown, ChevronUp, CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import { useId } from 'react';
import { networks } from '#contract/networks/networks.ts';
import { type Choice, ON } from '#contract/networks/rules.ts';
import { paths } from '#contract/paths.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { applies, errorsIn } from '#contract/publishing/checks.ts';
import type { CheckedChannel } from '#contract/publishing/publications.ts';
import { classes } from '#web/lib/classes.ts';
import { plural } from '#web/lib/text.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox, SelectBox } from '#web/ui/Checkbox.tsx';
import { Field, Input, Textarea } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';
import { useFreshAccount } from './channel-queries.ts';
import { ChannelAvatar, ChannelName } from './NetworkMark.tsx';

export type Options = Record<string, string>;

/** A longer text gets several lines. */
const LONG = 200;

export const errorsOf = (checked: CheckedChannel | undefined) => errorsIn(checked?.findings ?? []);

type Props = {
  channel: Channel;
  checked: CheckedChannel | undefined;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
  options: Options;
  onOptions: (options: Options) => void;
  isOpen: boolean;
  onOpen: (open: boolean) => void;
  onTime: (local: string) => void;
  /** The item whose text may be customised; undefined for several. */
  item: number | undefined;
  onLeave: () => void;
};

/** A channel that can be published to: what would be refused, and its options. */
export function ChannelChoice(props: Props) {
  const { channel, checked, chosen, onChoose, options, onOptions, isOpen, onOpen, onTime } = props;
  const { item, onLeave } = props;
  const { name, options: all = [], asksAccount = false } = networks[channel.network];
  // What the account may choose is read anew: the network wants it so.
  const isFresh = useFreshAccount(channel.id, asksAccount && (isOpen || chosen));
  const given = { options, kinds: checked?.kinds ?? [] };
  const choices = all.filter((choice) => applies(choice, channel.network, channel.limits, given));
  const errors = errorsOf(checked);
  const leftOut = errors.length > 0;
  const id = useId();
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <li className={classes('border-line border-b', leftOut && 'bg-sunken')}>
      <div className="flex items-start gap-3 py-3 pr-4 pl-4 md:pl-6">
        <div className="pt-1.5">
          {leftOut ? (
            <span className="block size-6 rounded-[6px] border border-line" />
          ) : (
            <SelectBox
              checked={chosen}
              label={`${channel.handle} on ${name}`}
              onToggle={() => onChoose(!chosen)}
            />
          )}
        </div>
        <ChannelAvatar channel={channel} />
        <div className="min-w-0 grow">
          <ChannelName channel={channel} />
          <p className="text-muted text-xs tabular-nums">
            {leftOut
              ? `Skipped until fixed${checked ? priceText(checked) : ''}`
              : checked
                ? `${plural(checked.parts, 'part')}${priceText(checked)} · longest ${checked.longest} / ${checked.limit.toLocaleString('en')}`
                : networks[channel.network].line}
          </p>
        </div>
        {checked?.is_customised && (
          <span className="hidden py-1 sm:block">
            <Badge>Custom text</Badge>
          </span>
        )}
        {checked && <Sum findings={checked.findings} />}
        {(all.length > 0 || item !== undefined) && (
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
      {checked && checked.findings.length > 0 && (
        <ul className="flex flex-col gap-1.5 pr-4 pb-3 pl-13 md:pl-15">
          {checked.findings.map(({ level, text, mend }) => (
            <li key={text} className="flex items-start gap-2 text-xs leading-4">
              {level === 'error' ? (
                <CircleX
                  size={16}
                  aria-label="Error:"
                  role="img"
                  className="shrink-0 text-danger"
                />
              ) : (
                <CircleAlert
                  size={16}
                  aria-label="Warning:"
                  role="img"
                  className="shrink-0 text-warning"
                />
              )}
              <span>
                {text}.{' '}
                {mend && (
                  <button
                    type="button"
                    className="font-medium text-accent underline"
                    onClick={() => onTime(mend.at)}
                  >
                    {mend.label}
                  </button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
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
      )}
    </li>
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
    <p className="flex shrink-0 items-center gap-1.5 py-2 text-xs">
      <Icon size={16} aria-hidden className={look} />
      {text}
    </p>
  );
}

/** What it costs, and the month so far. */
function priceText({ price, spent }: CheckedChannel): string {
  if (price === null) return '';
  return ` · costs ${dollars(price)}, ${dollars(spent)} this month`;
}

/** An amount in thousandths of a US dollar. */
const dollars = (thousandths: number) => `$${(thousandths / 1000).toFixed(3).replace(/0$/, '')}`;

/** A choice of a network: one of its values, a switch, or a text. */
function ChoiceField({
  choice: { label, help, values, max = 0, isSwitch, required },
  allowed,
  value,
  onChange,
}: {
  choice: Choice;
  /** The values that the account has; all where it is not said. */
  allowed: readonly string[] | undefined;
  value: string;
  onChange: (value: string) => void;
}) {
  if (isSwitch)
    return (
      <div className="sm:col-span-2">
        <Checkbox checked={value === ON} onChange={(on) => onChange(on ? ON : '')}>
          {label}
          {help && <span className="block text-muted text-xs">{help}</span>}
        </Checkbox>
      </div>
    );
  const offered = values?.filter((choice) => !allowed || allowed.includes(choice.value));
  return (
    <Field
      label={label}
      hint={help}
      required={required !== undefined}
      className={max > LONG ? 'sm:col-span-2' : ''}
    >
      {offered ? (
        <Select
          value={value || (required === undefined ? offered[0]?.value : undefined)}
          placeholder="Choose…"
          options={offered}
          onChange={onChange}
        />
      ) : max > LONG ? (
        <Textarea
          value={value}
          maxLength={max}
          rows={2}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <Input value={value} maxLength={max} onChange={({ target }) => onChange(target.value)} />
      )}
    </Field>
  );
}
