import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useZone } from '#web/api/workspace.ts';
import { useAssistant } from '#web/features/assistant/runs/assistant-query.ts';
import { failureText } from '#web/features/assistant/runs/failures.ts';
import { runEvents } from '#web/features/assistant/runs/run.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { refetchAlts } from './alt-queries.ts';

/**
 * Proposes an alt text for each of these pictures, one after another; shown to people who have been
 * told where pictures are sent.
 */
export function DescribeFiles({ files, onDone }: { files: readonly number[]; onDone: () => void }) {
  const assistant = useAssistant();
  const zone = useZone();
  const [at, setAt] = useState<number>();
  if (!assistant?.server.vision_model || !assistant.acknowledged || files.length === 0) return null;
  async function describeAll() {
    const controller = new AbortController();
    let described = 0;
    for (const [index, file] of files.entries()) {
      setAt(index + 1);
      for await (const { event, data } of runEvents({ action: 'alt', file }, controller.signal)) {
        if (event === 'done') described++;
        if (event !== 'error') continue;
        const { title, says } = failureText(data, zone);
        toast({ title, description: says, variant: 'destructive' });
        controller.abort();
        break;
      }
      if (controller.signal.aborted) break;
    }
    setAt(undefined);
    await refetchAlts();
    if (described === files.length) {
      toast({ title: `Alt texts are proposed for ${plural(described, 'picture')}` });
      onDone();
    }
  }
  return (
    <Button size="bar" busy={at !== undefined} onClick={() => void describeAll()}>
      <Sparkles size={14} aria-hidden className="text-muted" />
      {at === undefined ? 'Describe' : `${at} of ${files.length}`}
    </Button>
  );
}
