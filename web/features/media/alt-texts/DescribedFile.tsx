import { Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { Disclosure } from '#web/features/assistant/runs/Disclosure.tsx';
import { Failed } from '#web/features/assistant/runs/Failed.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ProposedField } from './ProposedField.tsx';
import type { Describing } from './use-describing.ts';

type Props = {
  describing: Describing;
  onConfirm: (alt: string) => Promise<unknown>;
  /** The field of the alt text: a proposal is shown in its place. */
  children: ReactNode;
};

/** The alt text of a picture, which the assistant proposes and a person confirms. */
export function DescribedFile({ describing, onConfirm, children }: Props) {
  const { server, proposed, isTelling, isWriting, failure, describe } = describing;
  if (!server) return children;
  return (
    <div className="flex flex-col gap-2">
      {proposed ? (
        <ProposedField
          key={`${proposed.id} ${proposed.text}`}
          proposed={proposed}
          isWriting={isWriting}
          onAgain={describe}
          onConfirm={onConfirm}
        />
      ) : (
        children
      )}
      {isTelling && (
        <Disclosure
          server={{ ...server, model: server.vision_model ?? server.model }}
          sent="The picture, made smaller, and the language of its post."
          notSent="Posts, comments, accounts, keys, where a picture was taken."
          onClose={describing.endTelling}
        />
      )}
      {!proposed && !isTelling && (
        <div className="flex items-center gap-2">
          <Button size="small" busy={isWriting} onClick={describe}>
            <Sparkles size={14} aria-hidden className="text-muted" />
            {isWriting ? 'Describing…' : 'Describe'}
          </Button>
          {isWriting && (
            <Button variant="ghost" size="small" onClick={describing.stop}>
              Stop
            </Button>
          )}
        </div>
      )}
      {failure && <Failed failure={failure} onAgain={describe} />}
    </div>
  );
}
