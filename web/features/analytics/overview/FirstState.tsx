import { KeyRound, type LucideIcon, Plug, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { OFFERED } from '#contract/networks/metrics.ts';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import type { Overview } from '#web/features/analytics/figures/analytics-queries.ts';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { SampleFigures } from './SampleFigures.tsx';

/** What to do first, while there is nothing to show but samples. */
export function FirstState({ coverage }: Pick<Overview, 'coverage'>) {
  const channels = useChannels().data ?? [];
  const readable = channels.find(
    ({ network, state }) => state === 'connected' && Object.keys(OFFERED[network]).length > 0,
  );
  const waiting = coverage.filter(({ engagements }) => engagements === 'permission');
  return (
    <>
      <section className="mb-5 rounded-base border border-line bg-surface">
        <div className="px-4 py-4">
          <h2 className="font-semibold">Your figures will replace these samples</h2>
          <p className="text-[13px] text-muted">
            They appear after the first post is published on a channel with figures. What to do
            first:
          </p>
        </div>
        <ul>
          {!readable && (
            <Step
              icon={Plug}
              title="Connect an account"
              text="One whose network offers figures of posts."
            >
              <Button asChild variant="primary">
                <Link to={paths.socialAccounts}>Connect an account</Link>
              </Button>
            </Step>
          )}
          {readable && (
            <Step
              icon={Send}
              title="Publish a post"
              text={`On ${readable.handle}, ${NETWORK_NAMES[readable.network]}: its figures are read from the first hour on.`}
            >
              <Button asChild variant="primary">
                <Link to={paths.createContent()}>Publish a post</Link>
              </Button>
            </Step>
          )}
          {waiting.map(({ channel }) => (
            <Step
              key={channel.id}
              icon={KeyRound}
              title={`Connect ${channel.handle} again`}
              text={`It publishes as before. ${NETWORK_NAMES[channel.network]} grants access to figures only when connecting.`}
            >
              <Button asChild>
                <Link to={paths.reconnectAccount(channel.id)}>Connect again</Link>
              </Button>
            </Step>
          ))}
        </ul>
      </section>
      <SampleFigures />
    </>
  );
}

const Step = ({
  icon: Icon,
  title,
  text,
  children,
}: {
  icon: LucideIcon;
  title: string;
  text: string;
  children: ReactNode;
}) => (
  <li className="flex min-h-15 flex-wrap items-center gap-3 border-line border-t px-4 py-2.5">
    <span className="grid size-9 shrink-0 place-items-center rounded-base bg-accent-soft text-accent">
      <Icon size={16} aria-hidden />
    </span>
    <div className="min-w-48 grow basis-0">
      <p className="font-medium">{title}</p>
      <p className="text-[13px] text-muted">{text}</p>
    </div>
    {children}
  </li>
);
