import { type FormEvent, useState } from 'react';
import type { Budget } from '#contract/analytics/budget.ts';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { useWorkspace } from '#web/api/workspace.ts';
import { classes } from '#web/lib/classes.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Switch } from '#web/ui/fields/Switch.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { useSetBudget } from './budget-queries.ts';
import { about, amountOf, endingDay, parseAmount, postsFor } from './budget-words.ts';

const AMOUNTS = [3, 5, 10, 25];

type Props = {
  budget: Budget;
  /** Of the channels that it is for. */
  handles: readonly string[];
  onClose: () => void;
};

/** How much a month of readings may cost on the network that charges for them. */
export function BudgetDialog({ budget, handles, onClose }: Props) {
  const name = NETWORK_NAMES[budget.network];
  const workspace = useWorkspace().data?.name;
  const [isOn, setIsOn] = useState(true);
  const [text, setText] = useState(budget.limit?.toFixed(2) ?? '');
  const [isAsked, setIsAsked] = useState(false);
  const save = useSetBudget(name);
  const { estimate } = budget;
  const limit = parseAmount(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isOn && limit === undefined) return setIsAsked(true);
    save.mutate(isOn ? (limit ?? null) : null, { onSuccess: onClose });
  };
  return (
    <Dialog
      medium
      open
      onClose={onClose}
      title={`Read figures from ${name}`}
      description={`${plural(handles.length, 'channel')} of ${workspace ?? 'the workspace'}. Owners only`}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <div className="rounded-base border border-line bg-page p-4">
          <Switch
            checked={isOn}
            onChange={setIsOn}
            label={`Read figures of ${namesOf(handles)}`}
            hint={
              <>
                {name} is the only network that charges for reading. It costs about{' '}
                <strong className="font-semibold text-text">{about(estimate.cost)} a month</strong>{' '}
                at your present rate of posting.
              </>
            }
          />
        </div>
        <Estimate name={name} estimate={estimate} limit={isOn ? limit : undefined} />
        {isOn && (
          <div className="flex flex-col gap-2">
            <Field
              label="Limit a month"
              error={isAsked && limit === undefined ? 'Set a limit' : undefined}
              hint={
                limit === undefined
                  ? 'In US dollars, up to $10,000.'
                  : `Enough for about ${plural(postsFor(limit, estimate), 'post')} a month. Each reading reserves its price first; at the limit, reading stops until the 1st and says so. Publishing has a limit of its own.`
              }
            >
              <AmountInput value={text} onChange={setText} />
            </Field>
          </div>
        )}
        <div className="-mx-5 flex flex-wrap items-center justify-end gap-2 border-line border-t px-5 pt-4">
          <p className="grow text-muted text-xs max-sm:basis-full">
            Can be switched off at any time
          </p>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={save.isPending}
            disabled={!isOn && budget.limit === null}
          >
            {isOn
              ? limit === undefined
                ? 'Set a limit'
                : `Read figures, up to ${amountOf(limit)} a month`
              : 'Stop reading figures'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const namesOf = (handles: readonly string[]) =>
  handles.length > 3
    ? plural(handles.length, 'channel')
    : new Intl.ListFormat('en').format(handles);

function AmountInput({
  value,
  onChange,
  ...field
}: {
  value: string;
  onChange: (text: string) => void;
  id?: string;
}) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="relative max-sm:w-full">
        <span
          aria-hidden
          className="absolute top-0 left-3 grid h-full place-items-center text-muted"
        >
          $
        </span>
        <Input
          {...field}
          inputMode="decimal"
          autoComplete="off"
          className="w-32 pl-7 tabular-nums max-sm:w-full"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </span>
      {AMOUNTS.map((amount) => {
        const isChosen = parseAmount(value) === amount;
        return (
          <button
            key={amount}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChange(amount.toFixed(2))}
            className={classes(
              'h-8 rounded-full border px-3 font-medium tabular-nums max-sm:h-11',
              isChosen ? 'border-accent bg-accent-soft text-accent' : 'border-line hover:bg-hover',
            )}
          >
            {amountOf(amount)}
          </button>
        );
      })}
    </div>
  );
}

/** What a month costs, and from what. */
function Estimate({
  name,
  estimate,
  limit,
}: {
  name: string;
  estimate: Budget['estimate'];
  limit: number | undefined;
}) {
  const { parts, days, part_price, parts_cost, accounts, account_price, accounts_cost, cost } =
    estimate;
  const ends = limit === undefined ? undefined : endingDay(limit, cost);
  const rows = [
    {
      what: parts === 1 ? '1 post or part' : `${parts} posts and parts`,
      how: `${days} days each, ${amountOf(part_price)}`,
      costs: parts_cost,
    },
    {
      what: `Followers of ${plural(accounts, 'account')}`,
      how: `once a week, ${amountOf(account_price)}`,
      costs: accounts_cost,
    },
  ];
  return (
    <div className="flex flex-col gap-1.5 tabular-nums">
      <table className="w-full">
        <thead>
          <tr className="border-line border-b text-muted text-xs">
            <th scope="col" className="py-1.5 text-left font-medium">
              At the rate of the last 30 days
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              A month
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ what, how, costs }) => (
            <tr key={what} className="border-line border-b">
              <th scope="row" className="py-1.5 text-left font-normal">
                <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                  {what}
                  <span className="text-muted text-xs">{how}</span>
                </span>
              </th>
              <td className="w-20 py-1.5 text-right font-medium">{about(costs)}</td>
            </tr>
          ))}
          <tr className="font-semibold">
            <th scope="row" className="py-1.5 text-left">
              About
            </th>
            <td className="py-1.5 text-right">{about(cost)}</td>
          </tr>
        </tbody>
      </table>
      {ends && <p className="text-xs">Reading will stop around the {ends}.</p>}
      <p className="text-muted text-xs">
        {name} bills by UTC day: readings of one day are one charge. The readings are at 1 h, 6 h,
        1, 3, 7 and 28 days.
      </p>
    </div>
  );
}
