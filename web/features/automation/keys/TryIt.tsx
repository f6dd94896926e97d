import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '#web/lib/clipboard.ts';
import { Button } from '#web/ui/Button.tsx';
import { Segments } from '#web/ui/fields/Segments.tsx';

const EXAMPLES = {
  draft: {
    label: 'Write a draft',
    of: (origin: string, folder: number) => `curl ${origin}/api/content/items/ \\
  -H "Authorization: Bearer $POSTFOLIO_KEY" \\
  -H "Idempotency-Key: launch-1" \\
  --json '{"folder": ${folder}, "content": "Plum, cocoa, a little smoke."}'`,
  },
  whoami: {
    label: 'Who am I',
    of: (origin: string) => `curl ${origin}/api/whoami/ \\
  -H "Authorization: Bearer $POSTFOLIO_KEY"`,
  },
  list: {
    label: 'List posts',
    of: (origin: string) => `curl "${origin}/api/content/items/?status=draft&page_size=5" \\
  -H "Authorization: Bearer $POSTFOLIO_KEY"`,
  },
  schedule: {
    label: 'Schedule',
    of: (
      origin: string,
      _: number,
      channel: number,
    ) => `curl ${origin}/api/content/items/1/publications/ \\
  -H "Authorization: Bearer $POSTFOLIO_KEY" \\
  -H "Idempotency-Key: schedule-1" \\
  --json '{"channels": [${channel}], "at": "queue"}'`,
  },
} as const;
type Example = keyof typeof EXAMPLES;
const OPTIONS = (Object.keys(EXAMPLES) as Example[]).map((value) => ({
  value,
  label: EXAMPLES[value].label,
}));

/** Examples of calls, with the address of this server. */
export function TryIt({
  origin,
  folder,
  channel,
}: {
  origin: string;
  folder: number;
  channel: number;
}) {
  const [example, setExample] = useState<Example>('draft');
  const [copied, setCopied] = useState<string>();
  const text = EXAMPLES[example].of(origin, folder, channel);
  const isCopied = copied === text;
  return (
    <section
      aria-labelledby="try-it"
      className="mt-8 overflow-hidden rounded-base border border-line bg-surface"
    >
      <div className="flex flex-wrap items-center gap-3 border-line border-b px-4 py-2.5">
        <h2 id="try-it" className="font-semibold">
          Try it
        </h2>
        <div className="max-w-full grow overflow-x-auto whitespace-nowrap">
          <Segments label="Example" value={example} options={OPTIONS} onChange={setExample} />
        </div>
        <Button
          size="small"
          aria-label="Copy example"
          onClick={() => void copyText(text).then(() => setCopied(text))}
        >
          {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
        tabIndex={0}
        className="overflow-x-auto bg-page p-4 font-mono text-[12.5px]/5"
      >
        {text}
      </pre>
      <p className="border-line border-t px-4 py-2.5 text-muted text-xs">
        600 calls a minute for a key, 120 of them writes. Each answer has{' '}
        <code className="font-mono">RateLimit</code> headers; at the limit the answer is 429 with{' '}
        <code className="font-mono">Retry-After</code>.
      </p>
    </section>
  );
}
