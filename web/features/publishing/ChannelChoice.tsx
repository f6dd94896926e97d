import { ChevronDown, ChevronUp, CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import { useId } from 'react';
import type { Channel } from '#contract/channels.ts';
import { errorsIn } from '#contract/checks.ts';
import { type Choice, networks } from '#contract/networks.ts';
import { paths } from '#contract/paths.ts';
import type { CheckedChannel } from '#contract/publications.ts';
import { classes } from '#web/lib/classes.ts';
import { plural } from '#web/lib/text.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SelectBox } from '#web/ui/Checkbox.tsx';
import { Field, Input } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';
import { ChannelAvatar, ChannelName } from './NetworkMark.tsx';

export type Options = Record<string, string>;

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
  const { name, options: choices = [] } = networks[channel.network];
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
              ? 'Left out until this is put right'
              : checked
                ? `${plural(checked.parts, 'part')} · longest ${checked.longest} / ${checked.limit.toLocaleString('en')}`
                : networks[channel.network].line}
          </p>
        </div>
        {checked?.is_customised && (
          <span className="hidden py-1 sm:block">
            <Badge>Own version</Badge>
          </span>
        )}
        {checked && <Sum findings={checked.findings} />}
        {(choices.length > 0 || item !== undefined) && (
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
          {choices.map((choice) => (
            <ChoiceField
              key={choice.name}
              choice={choice}
              value={options[choice.name] ?? ''}
              onChange={(value) => onOptions({ ...options, [choice.name]: value })}
            />
          ))}
          {item !== undefined && checked && (
            <p className="flex flex-wrap items-center gap-x-3 sm:col-span-2">
              <span className="text-muted text-xs">
                {checked.is_customised ? 'Own version' : 'As in the post'},{' '}
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

/** A choice of a network: one of its values, or a text. */
function ChoiceField({
  choice: { label, values, max },
  value,
  onChange,
}: {
  choice: Choice;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={label}>
      {values ? (
        <Select value={value || values[0]?.value} options={values} onChange={onChange} />
      ) : (
        <Input value={value} maxLength={max} onChange={({ target }) => onChange(target.value)} />
      )}
    </Field>
  );
}
