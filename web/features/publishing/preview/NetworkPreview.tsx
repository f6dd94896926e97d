import { Globe } from 'lucide-react';
import { useMemo } from 'react';
import { type Item, textFor } from '#contract/content/items.ts';
import type { Network } from '#contract/networks/names.ts';
import { limitOf, networks } from '#contract/networks/networks.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { partsFor } from '#contract/publishing/checks.ts';
import { withEnding } from '#contract/publishing/ending-text.ts';
import { fillFixed } from '#contract/publishing/fixed-variables.ts';
import { MediaLayout } from '#web/features/media/files/MediaLayout.tsx';
import { AccountPicture } from '#web/features/publishing/channels/AccountPicture.tsx';
import { classes } from '#web/lib/classes.ts';
import { linkIn, markUp } from './mark-up.ts';
import { useFixedFacts } from './use-fixed-facts.ts';

/** A part as it is saved, or as it is being written. */
export type PreviewedPart = Pick<
  Item,
  'content' | 'network_texts' | 'media' | 'language' | 'thread_order'
> & { id: number | string };

export type PreviewedAccount = Pick<Channel, 'name' | 'handle' | 'picture'>;

type Props = {
  /** All parts in order; one for a standalone item. */
  parts: readonly PreviewedPart[];
  network: Network;
  author: string;
  /** What is always at its end. */
  ending?: string | undefined;
  /** The account that it is published on, in place of its author. */
  account?: PreviewedAccount | undefined;
  /** The part in the URL. */
  current?: number;
  /** In a narrow column. */
  compact?: boolean;
};

/** The parts as a network shows them, connected to each other. */
export function NetworkPreview({ parts, network, ending, compact = false, ...shared }: Props) {
  const { name, parts: form } = networks[network];
  const isJoined = form === 'joined' && parts.length > 1;
  const shown = isJoined ? joined(parts, network) : parts;
  return (
    <div className="flex flex-col gap-3">
      <ol
        aria-label={`As on ${name}`}
        className={classes(
          'rounded-[12px] border border-line bg-surface p-4',
          !compact && 'max-w-[600px] sm:p-6',
        )}
      >
        {shown.map((part, index) => (
          <Post
            key={part.id}
            part={part}
            network={network}
            ending={index === shown.length - 1 ? ending : undefined}
            account={shared.account ?? { name: shared.author, handle: '', picture: null }}
            author={shared.author}
            connected={form === 'replies' && index < shown.length - 1}
            current={index > 0 && part.id === shared.current}
            compact={compact}
          />
        ))}
      </ol>
      {isJoined && (
        <p className="text-muted text-xs">
          {name} has no threads: the parts are joined into one post.
        </p>
      )}
    </div>
  );
}

/** The parts as one: with the text that is published, which may be one of its own. */
function joined(parts: readonly PreviewedPart[], network: Network): readonly PreviewedPart[] {
  const [first] = parts;
  const [one] = partsFor(parts, network);
  if (!first || !one) return parts;
  const isOwn = parts.some((part) => part.network_texts[network] !== undefined);
  const { text: content, media } = one;
  return [
    { ...first, content, media: [...media], network_texts: isOwn ? { [network]: content } : {} },
  ];
}

type PostProps = {
  part: PreviewedPart;
  network: Network;
  ending: string | undefined;
  account: PreviewedAccount;
  author: string;
  /** Whether a line leads to the next one. */
  connected: boolean;
  current: boolean;
  compact: boolean;
};

function Post(props: PostProps) {
  const { part, network, ending, account, author, connected, current, compact } = props;
  const { name, count, linkCards } = networks[network];
  const { id, language } = part;
  const facts = useFixedFacts({ network, channel: account.handle, author });
  const written = textFor(part, network);
  const content = fillFixed(withEnding(written, ending), facts, language);
  /** Where it begins in the text. */
  const end = ending ? content.length - fillFixed(ending, facts, language).length : undefined;
  const link = useMemo(
    () => (linkCards ? linkIn(content, network) : undefined),
    [content, network, linkCards],
  );
  const limit = limitOf(network, {}, part.media.length > 0);
  const over = useMemo(() => count(content) - limit, [count, content, limit]);
  return (
    <li data-shown={id} aria-current={current || undefined} className="flex gap-3">
      <div className="flex flex-col items-center">
        <AccountPicture account={account} size="largest" />
        {connected && <span aria-hidden className="w-0.5 grow bg-line" />}
      </div>
      <article
        aria-label={part.thread_order > 0 ? `Part ${part.thread_order + 1}` : 'Post'}
        className={classes(
          'min-w-0 grow',
          connected && 'mb-6',
          current && 'rounded-base outline-2 outline-accent outline-offset-4',
        )}
      >
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold">{account.name}</span>
          {account.handle && account.handle !== account.name && (
            <span className="truncate text-muted">{account.handle}</span>
          )}
          {part.network_texts[network] !== undefined && (
            <span className="text-muted text-xs">Custom text for {name}</span>
          )}
        </p>
        <p
          dir="auto"
          lang={language ?? undefined}
          className={classes(
            'mt-0.5 whitespace-pre-wrap break-words leading-[1.6]',
            compact ? 'text-[15px]' : 'text-base sm:text-[17px]',
          )}
        >
          <Marked content={content} network={network} id={id} end={end} />
        </p>
        <MediaLayout media={part.media} network={network} />
        {link && part.media.length === 0 && (
          <p className="mt-3 flex items-center gap-3 rounded-base border border-line p-3">
            <Globe size={20} aria-hidden className="shrink-0 text-muted" />
            <span className="min-w-0 text-[13px]">
              <span className="sr-only">With a preview card of the page </span>
              <span className="block truncate font-medium">{link.host}</span>
              {link.path && <span className="block truncate text-muted text-xs">{link.path}</span>}
            </span>
          </p>
        )}
        {over > 0 && !compact && (
          <p className="mt-2 text-danger text-xs">
            {over} characters over {name}’s limit: the highlighted text won’t fit.
          </p>
        )}
      </article>
    </li>
  );
}

const looks = {
  text: '',
  link: 'text-accent',
  over: 'bg-danger-soft underline decoration-danger decoration-wavy',
};

function Marked({
  content,
  network,
  id,
  end = content.length,
}: {
  content: string;
  network: Network;
  id: number | string;
  /** Where what is always at the end begins. */
  end: number | undefined;
}) {
  const runs = useMemo(
    () =>
      markUp(content, network).flatMap(({ text, look, at }) => {
        const cut = Math.min(Math.max(end - at, 0), text.length);
        return [
          { text: text.slice(0, cut), look, at, isEnd: false },
          { text: text.slice(cut), look, at: at + cut, isEnd: true },
        ].filter((run) => run.text !== '');
      }),
    [content, network, end],
  );
  return runs.map(({ text, look, at, isEnd }) =>
    look === 'text' && !isEnd ? (
      text
    ) : (
      <span
        key={`${id}-${at}`}
        className={classes(
          looks[look],
          isEnd && look !== 'over' && 'underline decoration-dotted underline-offset-4',
        )}
      >
        {text}
      </span>
    ),
  );
}
