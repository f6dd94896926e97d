import { Server } from 'lucide-react';
import { useZone } from '#web/api/workspace.ts';
import type { Assistant } from '#web/features/assistant/asking/use-panel.ts';
import { FILLED } from '#web/features/assistant/panel-parts/phone-buttons.ts';
import { useFocusKept } from '#web/features/assistant/panel-parts/use-focus-kept.ts';
import { chosenText, useAcknowledge } from '#web/features/assistant/runs/acknowledge.ts';
import { Button } from '#web/ui/Button.tsx';
import { Keys } from '#web/ui/text/Keys.tsx';

type Props = { server: Assistant['server']; onClose: () => void };

/** Says where texts are sent, once for each person and server. */
export function FirstUse({ server, onClose }: Props) {
  const zone = useZone();
  const agree = useFocusKept<HTMLButtonElement>();
  const told = useAcknowledge(server);
  const { host, model, is_private: isPrivate } = server;
  return (
    <div className="flex flex-col gap-3 p-3 max-md:p-4">
      <div className="flex gap-3">
        <Server size={16} aria-hidden className="mt-0.5 shrink-0 text-muted" />
        <div className="flex flex-col gap-2 text-[13px] text-muted">
          <p className="font-medium text-sm text-text">
            Texts are sent to {host}, model {model}.
          </p>
          {isPrivate && <p>It runs in your own network.</p>}
          <Line term="Sent">what you ask about, your instruction, the voice of the folder.</Line>
          <Line term="Not sent">other posts, comments, accounts, keys.</Line>
          <Line term="Kept here">
            who asked, when, which action, how many tokens. Not the text.
          </Line>
          <p className="text-xs">{chosenText(server, zone)} You are asked once.</p>
        </div>
      </div>
      <div className="flex items-center gap-1">
        <Button
          ref={agree}
          variant="soft"
          size="small"
          busy={told.isPending}
          onClick={() => told.mutate()}
          className={FILLED}
        >
          OK, go on <Keys>↵</Keys>
        </Button>
        <Button variant="ghost" size="small" onClick={onClose}>
          Not now <Keys>Esc</Keys>
        </Button>
      </div>
    </div>
  );
}

const Line = ({ term, children }: { term: string; children: string }) => (
  <p>
    <span className="font-medium text-text">{term}</span> {children}
  </p>
);
