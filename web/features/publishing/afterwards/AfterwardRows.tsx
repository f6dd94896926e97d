import { useState } from 'react';
import type { Afterward } from '#contract/publishing/afterwards.ts';
import { useCan, useWorkspace } from '#web/api/workspace.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { useCancelAfterward, useContinueAfterward } from './afterward-queries.ts';
import { afterwardText, afterwardTitle } from './afterward-words.ts';

type Props = { publication: number; afterwards: readonly Afterward[]; zone: string };

/** What is done with a publication afterwards, and what became of it. */
export const AfterwardRows = ({ publication, afterwards, zone }: Props) =>
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
            <AfterwardActions publication={publication} afterward={afterward} />
          </li>
        ))}
      </ul>
    </section>
  );

type ActionsProps = { publication: number; afterward: Afterward };

/** What can be done about it: accept, continue, or leave it. */
export function AfterwardActions({ publication, afterward }: ActionsProps) {
  const { id, kind, state, reason, url, can_continue: goesOn } = afterward;
  const decides = useCan('decide');
  // The words of a reply are approved by somebody else there: nobody plans them again alone.
  const isFinal = useWorkspace().data?.prevent_self_approval === true && kind === 'reply';
  const [asks, setAsks] = useState(false);
  const cancel = useCancelAfterward(publication, isFinal);
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
          reason !== 'reconnect' && goesOn && button('Try again', () => goOn.mutate({ id }))
        ))}
      {(decides || state === 'proposed') &&
        (state === 'waiting' || state === 'proposed' || state === 'stopped') &&
        (state === 'waiting' ? (
          <Button
            className="h-8"
            busy={isBusy}
            aria-label={`Cancel: ${afterwardTitle(afterward)}`}
            onClick={() => (isFinal ? setAsks(true) : cancel.mutate(afterward))}
          >
            Cancel
          </Button>
        ) : (
          button('Leave it', () => cancel.mutate(afterward))
        ))}
      <ConfirmDialog
        open={asks}
        title="Cancel the reply?"
        question="Someone else has to approve its text, so you can’t plan it again."
        confirm="Cancel the reply"
        cancel="Keep it"
        onConfirm={() => {
          setAsks(false);
          cancel.mutate(afterward);
        }}
        onClose={() => setAsks(false)}
      />
    </div>
  );
}
