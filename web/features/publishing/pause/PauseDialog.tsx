import { Clock, ListOrdered, LoaderCircle, type LucideIcon, OctagonPause, Zap } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { resolveLocal } from '#contract/times.ts';
import { useWorkspace, useZone } from '#web/api/workspace.ts';
import { TimeFields } from '#web/features/publishing/times/TimeFields.tsx';
import {
  describeTime,
  localTime,
  tomorrowMorning,
  type WallTime,
} from '#web/features/publishing/times/wall-times.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { usePausePreview, usePausePublishing } from './pause-queries.ts';

/** Asks for the reason and the end of a pause, and says what it holds. */
export function PauseDialog({ onClose }: { onClose: () => void }) {
  const zone = useZone();
  const name = useWorkspace().data?.name ?? 'this workspace';
  const [reason, setReason] = useState('');
  const [time, setTime] = useState<WallTime>();
  const pause = usePausePublishing();
  const local = time && localTime(time);
  const isTime = !time || (local !== undefined && !describeTime(time).isError);
  const end = local && isTime ? resolveLocal(local, time.zone).instant : null;
  const { data } = usePausePreview(end ?? undefined);

  function submit(event: { preventDefault: () => void }) {
    event.preventDefault();
    if (reason.trim() && isTime) pause.mutate({ reason, ends_at: end }, { onSuccess: onClose });
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Pause all publishing"
      description={`For ${data ? plural(data.channels, 'channel') : 'all channels'} of ${name}.`}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Reason" required hint={`Everyone in ${name} sees it.`}>
          <Input
            value={reason}
            maxLength={200}
            required
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        <UntilField zone={zone} time={time} onChange={setTime} />
        {data && (
          <ul className="divide-y divide-line rounded-base border border-line bg-page">
            <Row icon={Clock} what={dueText(data.due, end !== null)} then="held, none is lost" />
            {data.sending > 0 && (
              <Row
                icon={LoaderCircle}
                what={`${data.sending} ${data.sending === 1 ? 'is' : 'are'} being sent right now`}
                then="will finish"
              />
            )}
            {data.queues > 0 && (
              <Row
                icon={ListOrdered}
                what={plural(data.queues, 'queue')}
                then={data.queues === 1 ? 'keeps its order' : 'keep their order'}
              />
            )}
            {data.unasked_rules > 0 && (
              <Row
                icon={Zap}
                what={`${plural(data.unasked_rules, 'rule')} ${data.unasked_rules === 1 ? 'publishes' : 'publish'} without asking`}
                then={data.unasked_rules === 1 ? 'only proposes' : 'only propose'}
              />
            )}
          </ul>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="danger"
            disabled={!reason.trim() || !isTime}
            busy={pause.isPending}
          >
            <OctagonPause size={16} aria-hidden /> Pause all publishing
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const dueText = (due: number, hasEnd: boolean) =>
  hasEnd
    ? `${plural(due, 'publication')} ${due === 1 ? 'is' : 'are'} due until then`
    : `${plural(due, 'publication')} ${due === 1 ? 'is' : 'are'} scheduled`;

const Row = ({ icon: Icon, what, then }: { icon: LucideIcon; what: string; then: string }) => (
  <li className="flex items-center gap-2.5 px-3 py-2">
    <Icon size={16} aria-hidden className="shrink-0 text-muted" />
    <span className="min-w-0 grow">{what}</span>
    <span className="text-muted text-xs">{then}</span>
  </li>
);

type UntilProps = {
  zone: string;
  /** Undefined: until somebody resumes. */
  time: WallTime | undefined;
  onChange: (time: WallTime | undefined) => void;
};

function UntilField({ zone, time, onChange }: UntilProps) {
  const name = useId();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">Until</legend>
      <Choice name={name} checked={!time} onChoose={() => onChange(undefined)}>
        Someone resumes
      </Choice>
      <Choice
        name={name}
        checked={!!time}
        onChoose={() => onChange({ ...tomorrowMorning(zone), zone })}
      >
        A time
      </Choice>
      {time && (
        <div className="pl-7">
          <TimeFields value={time} own={zone} onChange={onChange} />
          <p className="pt-2 text-muted text-xs">
            Then publishing goes on. What was due in between waits for your decision.
          </p>
        </div>
      )}
    </fieldset>
  );
}

function Choice({
  name,
  checked,
  onChoose,
  children,
}: {
  /** That of the group. */
  name: string;
  checked: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <label className="flex cursor-pointer items-center gap-2.5">
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChoose}
        className="size-4.5 accent-accent-solid"
      />
      {children}
    </label>
  );
}
