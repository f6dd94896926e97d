import { CircleAlert, CircleCheck, RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useZone } from '#web/api/workspace.ts';
import { useAssistant } from '#web/features/assistant/runs/assistant-query.ts';
import { Disclosure } from '#web/features/assistant/runs/Disclosure.tsx';
import { failureText } from '#web/features/assistant/runs/failures.ts';
import { useRun } from '#web/features/assistant/runs/use-run.ts';
import { Button } from '#web/ui/Button.tsx';
import type { VoiceValues } from './voice-values.ts';

const SAMPLE = 'We are thrilled to announce extended opening hours for the festive season!';

/** The same news before and after a voice, as it is written in the form. */
export function HowItSounds({ voice }: { voice: VoiceValues }) {
  const assistant = useAssistant();
  const zone = useZone();
  const { run, start } = useRun();
  const [isTelling, setTelling] = useState(false);
  const acknowledged = assistant?.acknowledged ?? false;
  const hear = () => {
    if (!acknowledged) return setTelling(true);
    void start({
      action: 'improve',
      text: SAMPLE,
      unsaved_voice: { ...voice, name: voice.name.trim() || 'Unnamed' },
    });
  };
  // Whoever agrees hears what they asked for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when they agree
  useEffect(() => {
    if (!isTelling || !acknowledged) return;
    setTelling(false);
    hear();
  }, [isTelling, acknowledged]);
  if (!assistant) return null;
  const { server } = assistant;
  const result = run.result?.kind === 'text' ? run.result : undefined;
  const failed = run.failure && failureText(run.failure, zone);
  return (
    <section
      aria-label="How it sounds"
      className="rounded-base border border-line bg-surface min-[1360px]:sticky min-[1360px]:top-18"
    >
      <div className="flex min-h-11 items-center justify-between gap-2 border-line border-b py-1 pr-1 pl-4">
        <h2 className="font-semibold">How it sounds</h2>
        <Button
          variant="ghost"
          size={run.state === 'idle' ? 'bar' : 'icon'}
          aria-label={run.state === 'idle' ? undefined : 'Hear it again'}
          busy={run.state === 'running'}
          onClick={hear}
        >
          {run.state === 'idle' ? 'Try it' : <RotateCcw size={14} aria-hidden />}
        </Button>
      </div>
      <div className="flex flex-col gap-3 p-4">
        {isTelling && !acknowledged ? (
          <Disclosure
            server={server}
            sent="A sentence of ours, and this voice with its examples."
            notSent="Other posts, comments, accounts, keys."
            onClose={() => setTelling(false)}
          />
        ) : (
          <>
            <p className="text-muted text-xs">The same news, before and after this voice</p>
            <p className="rounded-base bg-sunken px-3 py-2 text-[13px]">{SAMPLE}</p>
            {(run.text || result) && (
              <p dir="auto" className="whitespace-pre-wrap break-words text-[15px] leading-6">
                {result?.text ?? run.text}
              </p>
            )}
            <div role="status">
              {run.state === 'running' && <p className="text-muted text-xs">Writing</p>}
              {result && <Checked forbidden={result.forbidden} />}
              {failed && (
                <>
                  <p className="font-medium">{failed.title}</p>
                  <p className="text-muted text-xs">{failed.says}</p>
                </>
              )}
            </div>
          </>
        )}
      </div>
    </section>
  );
}

/** Our check of what the voice forbids. */
function Checked({ forbidden }: { forbidden: readonly string[] }) {
  const isFine = forbidden.length === 0;
  const Icon = isFine ? CircleCheck : CircleAlert;
  return (
    <p className="flex items-start gap-2 border-line border-t pt-3 text-xs">
      <Icon
        size={16}
        aria-hidden
        className={isFine ? 'shrink-0 text-fine' : 'shrink-0 text-warning'}
      />
      {isFine
        ? 'No forbidden word'
        : `Never to use: ${forbidden.map((word) => `“${word}”`).join(', ')}`}
    </p>
  );
}
