import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Item } from '#contract/content/items.ts';
import { paths } from '#contract/paths.ts';
import type { Workspace } from '#contract/people/members.ts';
import { endFirstSteps } from '#web/api/content-view.ts';
import { useCan, useWorkspace } from '#web/api/workspace.ts';
import { useMembers } from '#web/features/people/members/member-queries.ts';
import {
  useChannels,
  useConnectPractice,
} from '#web/features/publishing/channels/channel-queries.ts';
import { PublishButton } from '#web/features/publishing/schedule/PublishButton.tsx';
import { subjectOf } from '#web/features/publishing/schedule/subject.ts';
import { useStatistics } from '#web/features/publishing/statistics/statistics-queries.ts';
import { classes } from '#web/lib/classes.ts';
import { zoneName } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';

type Props = {
  /** The newest post, which can be published. */
  newest: Item | undefined;
};

/** The way from an empty workspace to its first published post; it can be skipped. */
export function FirstSteps({ newest }: Props) {
  const workspace = useWorkspace().data;
  const channels = useChannels().data;
  const published = useStatistics().data?.by_status.published;
  const members = useMembers().data;
  if (!workspace || !channels || published === undefined || !members) return null;
  return (
    <Steps
      workspace={workspace}
      newest={newest}
      isConnected={channels.length > 0}
      isPublished={published > 0}
      isTeam={members.length > 1}
    />
  );
}

type StepsProps = Props & {
  workspace: Workspace;
  isConnected: boolean;
  isPublished: boolean;
  isTeam: boolean;
};

function Steps({ workspace, newest, isConnected, isPublished, isTeam }: StepsProps) {
  const manages = useCan('manage');
  // A workspace that had published before has no first steps.
  const [isLate] = useState(isPublished);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (isLate) endFirstSteps();
  }, [isLate]);
  useEffect(() => {
    // The button that was pressed is gone: the keyboard goes on with the next step.
    if (isConnected && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>('[data-next] :is(a, button)')?.focus();
  }, [isConnected]);
  if (isLate) return null;
  const steps: StepProps[] = [
    {
      isDone: true,
      title: `Times are in ${zoneName(workspace.time_zone)}`,
      action: manages && <StepLink to={paths.workspace}>Change</StepLink>,
    },
    {
      isDone: isConnected,
      title: 'Connect an account',
      hint: manages
        ? 'Practice shows what would be published, and needs no account elsewhere.'
        : 'An admin of the workspace connects accounts.',
      action: manages && <Connect />,
    },
    {
      isDone: newest !== undefined,
      title: 'Write a post',
      hint: 'It is saved as you write.',
      action: <StepLink to={paths.createContent()}>Write</StepLink>,
    },
    {
      isDone: isPublished,
      title: 'Publish it',
      hint: 'Now, at a time of your choice, or in the next free slot of the queue.',
      action: newest && <PublishButton size="small" subject={subjectOf(newest)} />,
    },
    {
      isDone: isTeam,
      title: 'Invite your team',
      hint: 'If you work with others.',
      action: manages && <StepLink to={paths.members}>Invite</StepLink>,
    },
  ];
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <>
      <header className="flex items-center gap-3">
        <h2 className="font-semibold text-[13px]">
          {isPublished ? 'Your first post is published' : 'First steps'}
        </h2>
        <span className="text-muted text-xs tabular-nums">
          {steps.filter(({ isDone }) => isDone).length} of {steps.length} done
        </span>
        <span className="ml-auto flex items-center gap-2">
          {isPublished && newest && (
            <StepLink to={paths.previewContent(newest.id)}>See it</StepLink>
          )}
          <Button variant="ghost" size="small" onClick={endFirstSteps}>
            {isPublished ? 'Close' : 'Skip these steps'}
          </Button>
        </span>
      </header>
      <ol ref={list} className="mt-2 flex flex-col">
        {/* Once there are posts, they matter more. */}
        {steps
          .filter((step) => newest === undefined || step === next)
          .map((step) => (
            <Step key={step.title} isNext={step === next} {...step} />
          ))}
      </ol>
    </>
  );
}

function Connect() {
  const practice = useConnectPractice();
  return (
    <>
      <StepLink to={paths.socialAccounts}>All networks</StepLink>
      <Button size="small" busy={practice.isPending} onClick={() => practice.mutate(undefined)}>
        Connect Practice
      </Button>
    </>
  );
}

const StepLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Button asChild size="small" variant="ghost">
    <Link to={to}>{children}</Link>
  </Button>
);

type StepProps = {
  isDone: boolean;
  isNext?: boolean;
  title: string;
  hint?: string;
  action?: ReactNode;
};

const Step = ({ isDone, isNext, title, hint, action }: StepProps) => (
  <li
    data-next={isNext || undefined}
    className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-line-soft border-t py-1.5"
  >
    <span
      className={classes(
        'grid size-5 shrink-0 place-items-center rounded-full border',
        isDone ? 'border-transparent bg-accent-solid text-on-accent' : 'border-line',
      )}
    >
      {isDone && <Check size={12} aria-label="Done" />}
    </span>
    <p className={classes('min-w-0 grow basis-48', isDone && 'text-muted')}>
      {title}
      {hint && !isDone && (
        <span className="ml-2 text-muted text-xs max-md:ml-0 max-md:block">{hint}</span>
      )}
    </p>
    {(!isDone || !hint) && <span className="flex items-center gap-2">{action}</span>}
  </li>
);
