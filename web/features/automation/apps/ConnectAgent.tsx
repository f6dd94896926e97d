import { Check, Copy, Plug } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '#web/lib/clipboard.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';

const WAYS = [
  {
    name: 'Claude Code',
    of: (address: string) => `claude mcp add --transport http postfolio ${address}`,
  },
  { name: 'Codex', of: (address: string) => `codex mcp add postfolio --url ${address}` },
  {
    name: 'Cursor, VS Code and others',
    of: (address: string) => `{ "mcpServers": { "postfolio": { "url": "${address}" } } }`,
  },
] as const;

/** The address that agents are given. */
export function ConnectAgent({ address }: { address: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section
      aria-labelledby="connect-agent"
      className="mb-6 rounded-base border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-center gap-3">
        <span
          aria-hidden
          className="grid size-8 shrink-0 place-items-center rounded-[6px] bg-sunken text-text"
        >
          <Plug size={16} />
        </span>
        <div className="min-w-0 grow basis-60">
          <h2 id="connect-agent" className="font-medium">
            Connect an agent
          </h2>
          <p className="text-[13px] text-muted">
            Give it this address. It sends you here to decide what it may do.
          </p>
        </div>
        {address === undefined ? (
          <Skeleton className="h-9 w-60" />
        ) : (
          <Copied text={address} name="address" />
        )}
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          How to connect
        </Button>
      </div>
      {isOpen && address !== undefined && (
        <div className="mt-4 flex flex-col gap-3 border-line-soft border-t pt-4">
          {WAYS.map(({ name, of }) => (
            <div key={name} className="flex flex-col items-start gap-1.5">
              <h3 className="font-medium text-[13px]">{name}</h3>
              <Copied text={of(address)} name={`settings of ${name}`} />
            </div>
          ))}
          <p className="text-[13px] text-muted">
            In Claude and ChatGPT, add a custom connector with the address.
          </p>
        </div>
      )}
    </section>
  );
}

/** A text to copy. */
function Copied({ text, name }: { text: string; name: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <span className="inline-flex min-h-9 max-w-full items-center gap-1 rounded-base border border-line bg-page pr-1 pl-3">
      <code className="min-w-0 break-all font-mono text-[12.5px]/5">{text}</code>
      <Button
        variant="ghost"
        size="smallIcon"
        aria-label={isCopied ? 'Copied' : `Copy ${name}`}
        onClick={() =>
          void copyText(text).then(() => {
            setCopied(true);
            setTimeout(() => setCopied(false), 2000);
          })
        }
      >
        {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      </Button>
      <span aria-live="polite" className="sr-only">
        {isCopied ? 'Copied' : ''}
      </span>
    </span>
  );
}
