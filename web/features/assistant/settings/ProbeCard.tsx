import { CircleAlert, CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ProbeResult } from '#contract/assistant/settings.ts';
import { useZone } from '#web/api/workspace.ts';
import { failureText } from '#web/features/assistant/runs/failures.ts';
import { exactCount } from '#web/lib/count.ts';
import { plural } from '#web/lib/text.ts';
import { timeOfDay } from '#web/lib/time/time.ts';

const LOOKS = {
  good: { icon: CircleCheck, look: 'text-fine' },
  warning: { icon: CircleAlert, look: 'text-warning' },
  none: { icon: CircleMinus, look: 'text-muted' },
  failed: { icon: CircleX, look: 'text-danger' },
};

const FORMS = {
  schema: 'JSON schema',
  object: 'JSON',
  words: 'asked in words',
  none: '',
};

type Props = {
  probe: ProbeResult;
  model: string;
  visionModel: string | null;
  /** As it is set in the form. */
  context: number;
  onContext: (tokens: number) => void;
};

/** What works at a server that was tried. */
export function ProbeCard({ probe, model, visionModel, context, onContext }: Props) {
  const zone = useZone();
  const { failure, models, json, pictures, cuts_at: cutsAt } = probe;
  const failed = failure && failureText(failure, zone);
  return (
    <section
      aria-label="What works there"
      className="overflow-hidden rounded-base border border-line bg-surface"
    >
      <p
        role="status"
        className="flex min-h-10 items-center gap-3 border-line border-b px-3 py-2 font-medium"
      >
        <span className="grow">
          {failed ? failed.title : `Answered in ${probe.seconds.toFixed(1)} s`}
        </span>
        <span className="shrink-0 font-normal text-muted text-xs">
          today at {timeOfDay(probe.probed_at, zone)}
        </span>
      </p>
      <ul className="py-1">
        {failed ? (
          <Row state="failed">{failed.says}</Row>
        ) : (
          <>
            <Row state="good" note={models ? plural(models.length, 'model') : undefined}>
              {model ? 'Key accepted, model there' : 'Key accepted. Choose a model'}
            </Row>
            {probe.streams ? (
              <Row
                state="good"
                note={
                  probe.tokens_per_second === null
                    ? undefined
                    : `${plural(probe.tokens_per_second, 'token')} a second`
                }
              >
                Streams
              </Row>
            ) : (
              <Row state="warning">Doesn’t stream: a text appears once it is finished</Row>
            )}
            {json === 'none' ? (
              <Row state="warning">
                Doesn’t answer in the form that is asked for: drafts, ideas and findings will fail
              </Row>
            ) : (
              <Row state="good" note={FORMS[json]}>
                Answers in the form that is asked for
              </Row>
            )}
            {pictures === null ? (
              <Row state="none">No model for pictures: none are described</Row>
            ) : (
              <Row state={pictures ? 'good' : 'warning'} note={visionModel ?? undefined}>
                {pictures ? 'Reads pictures' : 'Doesn’t read pictures'}
              </Row>
            )}
            {cutsAt !== null && cutsAt < context && (
              <Row state="warning">
                Reads {exactCount(cutsAt)} tokens, although {exactCount(context)} are set here. The
                server cuts the rest without a word.{' '}
                <button
                  type="button"
                  onClick={() => onContext(cutsAt)}
                  className="rounded-sm font-medium text-accent underline underline-offset-2"
                >
                  Set {exactCount(cutsAt)}
                </button>{' '}
                or raise it at the server.
              </Row>
            )}
          </>
        )}
      </ul>
    </section>
  );
}

function Row({
  state,
  note,
  children,
}: {
  state: keyof typeof LOOKS;
  note?: string | undefined;
  children: ReactNode;
}) {
  const { icon: Icon, look } = LOOKS[state];
  return (
    <li className="flex min-h-8 items-start gap-2.5 px-3 py-1.5">
      <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${look}`} />
      <span className="min-w-0 grow">{children}</span>
      {note && <span className="max-w-[40%] truncate text-muted text-xs leading-5">{note}</span>}
    </li>
  );
}
