import { Sparkles } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { useAssistant } from '#web/features/assistant/assistant-query.ts';
import { Disclosure } from '#web/features/assistant/Disclosure.tsx';
import { Failed } from '#web/features/assistant/Failed.tsx';
import { useRun } from '#web/features/assistant/use-run.ts';
import { Button } from '#web/ui/Button.tsx';
import { refetchAlts, useProposedAlts } from './alt-queries.ts';
import { ProposedField } from './ProposedField.tsx';

type Props = {
  /** Of a picture. */
  file: number;
  onConfirm: (alt: string) => Promise<unknown>;
  /** The field of the alt text: a proposal is shown in its place. */
  children: ReactNode;
};

/** The alt text of a picture, which the assistant proposes and a person confirms. */
export function DescribedFile({ file, onConfirm, children }: Props) {
  const assistant = useAssistant();
  const alts = useProposedAlts();
  const { run, start, stop } = useRun();
  const [isTelling, setTelling] = useState(false);
  const navigate = useNavigate();
  if (!assistant?.server.vision_model) return children;
  const { server, acknowledged } = assistant;
  const at = alts.findIndex((alt) => alt.file === file);
  const proposed = alts[at];
  const isWriting = run.state === 'running';
  const describeFile = async () => {
    if (!acknowledged) return setTelling(true);
    if (await start({ action: 'alt', file })) await refetchAlts();
  };
  const confirm = async (text: string) => {
    // The next one, once this one is saved.
    const next = alts[at + 1] ?? alts[0];
    await onConfirm(text);
    await refetchAlts();
    if (next && next.file !== file) void navigate(paths.file(next.file), { replace: true });
  };
  return (
    <div className="flex flex-col gap-2">
      {proposed ? (
        <ProposedField
          key={`${proposed.id} ${proposed.text}`}
          proposed={proposed}
          isWriting={isWriting}
          onAgain={() => void describeFile()}
          onConfirm={confirm}
        />
      ) : (
        children
      )}
      {!proposed && isTelling && !acknowledged && (
        <Disclosure
          server={{ ...server, model: server.vision_model ?? server.model }}
          sent="The picture, made smaller, and the language of its post."
          notSent="Posts, comments, accounts, keys, where a picture was taken."
          onClose={() => setTelling(false)}
        />
      )}
      {!proposed && !(isTelling && !acknowledged) && (
        <div className="flex items-center gap-2">
          <Button size="small" busy={isWriting} onClick={() => void describeFile()}>
            <Sparkles size={14} aria-hidden className="text-muted" />
            {isWriting ? 'Describing…' : 'Describe'}
          </Button>
          {isWriting && (
            <Button variant="ghost" size="small" onClick={stop}>
              Stop
            </Button>
          )}
        </div>
      )}
      {run.failure && <Failed failure={run.failure} onAgain={() => void describeFile()} />}
    </div>
  );
}
