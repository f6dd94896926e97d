import { Server } from 'lucide-react';
import { useId } from 'react';
import type { AssistantState } from '#contract/assistant/state.ts';
import { useZone } from '#web/api/workspace.ts';
import { Button } from '#web/ui/Button.tsx';
import { chosenText, useAcknowledge } from './acknowledge.ts';

type Props = {
  server: NonNullable<AssistantState['server']>;
  /** What is sent here, in a sentence. */
  sent: string;
  notSent: string;
  kept?: string;
  /** Whether a person has opened it, and answers next. */
  isAsked?: boolean;
  onClose: () => void;
};

const KEPT = 'Who asked, when, which action, how many tokens. Not the text.';

/** Says where texts are sent, before this person uses the assistant for the first time. */
export function Disclosure({ server, sent, notSent, kept = KEPT, isAsked = true, onClose }: Props) {
  const zone = useZone();
  const title = useId();
  const { mutate: accept, isPending } = useAcknowledge(server);
  const { host, model, is_private: isPrivate } = server;
  const rows = [
    ['Sent', sent],
    ['Not sent', notSent],
    ['Kept here', kept],
  ] as const;
  return (
    <section aria-labelledby={title} className="flex flex-col gap-3">
      <h2 id={title} className="flex items-start gap-2 font-medium">
        <Server size={16} aria-hidden className="mt-0.5 shrink-0 text-muted" />
        <span className="min-w-0 break-words">
          Texts are sent to {host}, model {model}.{isPrivate && ' It runs in your own network.'}
        </span>
      </h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-[13px]">
        {rows.map(([what, says]) => (
          <div key={what} className="contents">
            <dt className="text-muted">{what}</dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted text-xs">{chosenText(server, zone)} You are asked once.</p>
      <div className="flex gap-2">
        <Button autoFocus={isAsked} busy={isPending} onClick={() => accept()}>
          OK, go on
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Not now
        </Button>
      </div>
    </section>
  );
}
