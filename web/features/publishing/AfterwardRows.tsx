import { useState } from 'react';
import type { Afterward } from '#contract/publishing/afterwards.ts';
import { useCan } from '#web/api/workspace.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { AFTERWARD_NOUNS, afterwardText, afterwardTitle } from './afterward-words.ts';
import { useCancelAfterward, useContinueAfterward } from './publishing-queries.ts';

type Props = { afterwards: readonly Afterward[]; zone: string };

/** What is done with a publication afterwards, and what became of it. */
export const AfterwardRows = ({ afterwards, zone }: Props) =>
  afterwards.length === 0 ? null : (
    <section aria-label="Afterwards">
      <h3 className="mb-1 font-medium text-xs">Afterwards</h3>
      <ul className="flex flex-col gap-1">
        {afterwards.map((afterward) => (
          <li key={afterward.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <div className="min-w-0 grow basis-48">
              <p className="break-words">
                {afterwardTitle(afterward)}{' '}
                <span className="text-muted text-xs">{afterwardText(afterward, zone)}</span>
              </p>
              {afterward.text !== null && (
                <p
                  dir="auto"
                  className="line-clamp-2 whitespace-pre-wrap break-words text-muted text-xs"
                >
                  {afterward.text}
                </p>
              )}
              {afterward.detail && (
                <p className="break-words text-danger text-xs">{afterward.detail}</p>
              )}
            </div>
            <AfterwardActions afterward={afterward} />
          </li>
        ))}
      </ul>
    </section>
  );

/** What can be done about it: accept, continue, or leave it. */
export function AfterwardActions({ afterward }: { afterward: Afterward }) {
  const { id, kind, state, reason, url } = afterward;
  const [asks, setAsks] = useState(false);
  const decides = useCan('decide');
  const cancel = useCancelAfterward();
  const goOn = useContinueAfterward();
  const isBusy = cancel.isPending || goOn.isPending;
  const button = (label: string, run: () => void) => (
    <Button className="h-8" busy={isBusy} onClick={run}>
      {label}
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'done' && url && (
        <Button asChild className="h-8">
          <a href={url} target="_blank" rel="noreferrer">
            Open
          </a>
        </Button>
      )}
      {decides && state === 'proposed' && button('Accept', () => goOn.mutate({ id }))}
      {decides &&
        state === 'stopped' &&
        (reason === 'unknown' ? (
          <>
            {button('It is there', () => goOn.mutate({ id, there: true }))}
            {button('It is not: do it', () => goOn.mutate({ id, there: false }))}
          </>
        ) : (
          reason !== 'reconnect' && button('Try again', () => goOn.mutate({ id }))
        ))}
      {(decides || state === 'proposed') &&
        (state === 'waiting' || state === 'proposed' || state === 'stopped') &&
        (state === 'waiting' ? (
          <Button
            className="h-8"
            busy={isBusy}
            aria-label={`Cancel: ${afterwardTitle(afterward)}`}
            onClick={() => setAsks(true)}
          >
            Cancel
          </Button>
        ) : (
          button('Leave it', () => cancel.mutate(id))
        ))}
      <ConfirmDialog
        open={asks}
        title={`Cancel the ${AFTERWARD_NOUNS[kind]}?`}
        question="It can’t be planned again here once the post is published."
        confirm={`Cancel the ${AFTERWARD_NOUNS[kind]}`}
        cancel="Keep it"
        onConfirm={() => {
          setAsks(false);
          cancel.mutate(id);
        }}
        onClose={() => setAsks(false)}
      />
    </div>
  );
}
