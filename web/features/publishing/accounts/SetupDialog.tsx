import { useQuery } from '@tanstack/react-query';
import type { NetworkInfo } from '#contract/publishing/channels.ts';
import { keys } from '#web/api/query.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { type Block, loadGuide, parseGuide, parseInline } from './guide.ts';

type Props = { network: NetworkInfo; onClose: () => void };

/** What the operator of this server does before accounts of a network can be connected. */
export function SetupDialog({ network: { name, ways, setup }, onClose }: Props) {
  const guide = useQuery({
    enabled: setup !== null,
    queryKey: keys.setupGuide(setup?.guide ?? ''),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => parseGuide(await loadGuide(setup?.guide ?? '')),
  });
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Set up ${name}`}
      description="The operator of this server does this once. Then everyone can connect accounts here."
    >
      <section aria-label="Missing" className="flex flex-col gap-2 rounded-base bg-sunken p-3">
        <ul className="flex list-disc flex-col gap-1 pl-5">
          {missingOf(ways).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {setup && (
          <p className="text-muted">
            The address to register with {name} is{' '}
            <code className="break-all text-text">{setup.redirect_uri}</code>
          </p>
        )}
      </section>
      {guide.isError ? (
        <Alert>The steps are in {setup?.guide} of the Postfolio source code.</Alert>
      ) : guide.data ? (
        <div className="flex flex-col gap-3">{guide.data.map(Shown)}</div>
      ) : (
        setup && <Skeleton className="h-40" />
      )}
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

/** What each way lacks, once. */
export const missingOf = (ways: NetworkInfo['ways']) => [
  ...new Set(ways.flatMap(({ missing }) => missing)),
];

function Shown(block: Block, at: number) {
  if (block.kind === 'heading')
    return (
      <h3 key={at} className="pt-1 font-semibold">
        {block.text}
      </h3>
    );
  if (block.kind === 'text')
    return (
      <p key={at}>
        <Line text={block.text} />
      </p>
    );
  const List = block.ordered ? 'ol' : 'ul';
  return (
    <List
      key={at}
      className={`flex flex-col gap-1.5 pl-5 ${block.ordered ? 'list-decimal' : 'list-disc'}`}
    >
      {block.items.map(({ text, below }) => (
        <li key={text}>
          <Line text={text} />
          {below.length > 0 && (
            <ul className="flex list-disc flex-col gap-1 pt-1 pl-5">
              {below.map((line) => (
                <li key={line}>
                  <Line text={line} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </List>
  );
}

const Line = ({ text }: { text: string }) =>
  parseInline(text).map(({ kind, text: piece, url }, at) => {
    const key = `${at} ${piece}`;
    if (kind === 'code')
      return (
        <code key={key} className="break-words rounded-sm bg-sunken px-1">
          {piece}
        </code>
      );
    if (kind === 'strong') return <strong key={key}>{piece}</strong>;
    if (kind === 'em') return <em key={key}>{piece}</em>;
    if (kind === 'link')
      return (
        <a
          key={key}
          href={url}
          target="_blank"
          rel="noreferrer"
          className="break-all font-medium text-accent underline underline-offset-2"
        >
          {piece}
        </a>
      );
    return piece;
  });
