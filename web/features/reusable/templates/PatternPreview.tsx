import { textFor } from '#contract/content/items.ts';
import type { Template } from '#contract/content/templates.ts';
import type { Network } from '#contract/networks/names.ts';
import type { FixedFacts } from '#contract/publishing/fixed-variables.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { MediaLayout } from '#web/features/media/files/MediaLayout.tsx';
import { AccountPicture } from '#web/features/publishing/channels/AccountPicture.tsx';
import { accountsOf } from '#web/features/publishing/channels/accounts-of.ts';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import type { Shown } from './segments.ts';
import { TokenText } from './TokenText.tsx';

type Props = Pick<Shown, 'values'> & {
  template: Pick<Template, 'items' | 'variables' | 'language'>;
  network: Network;
  facts?: FixedFacts | undefined;
};

/** The parts of a template on a network, with the names of its variables or what they become. */
export function PatternPreview({ template, network, values, facts }: Props) {
  const own = useAuth(({ user }) => user?.name ?? '');
  const account = accountsOf(useChannels().data ?? [], []).get(network) ?? {
    ...{ name: own, handle: '', picture: null },
  };
  const { items, language } = template;
  return (
    <ol
      aria-label="Preview"
      className="flex flex-col rounded-[12px] border border-line bg-surface p-4"
    >
      {items.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a pattern have no ids
        <li key={at} className="flex gap-3">
          <div className="flex flex-col items-center">
            <AccountPicture account={account} size="largest" />
            {at < items.length - 1 && <span aria-hidden className="w-0.5 grow bg-line" />}
          </div>
          <div className={at < items.length - 1 ? 'min-w-0 grow pb-4' : 'min-w-0 grow'}>
            <p className="flex flex-wrap gap-x-2">
              <span className="font-semibold">{account.name}</span>
              {account.handle !== account.name && (
                <span className="truncate text-muted">{account.handle}</span>
              )}
            </p>
            <p
              dir="auto"
              lang={language ?? undefined}
              className="mt-0.5 whitespace-pre-wrap break-words text-[15px] leading-[1.6]"
            >
              <TokenText
                text={textFor(part, network)}
                template={template}
                values={values}
                facts={facts}
              />
            </p>
            <MediaLayout media={part.media} network={network} />
          </div>
        </li>
      ))}
    </ol>
  );
}
