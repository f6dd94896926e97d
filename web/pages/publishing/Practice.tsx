import { MessagesSquare } from 'lucide-react';
import { useId } from 'react';
import { Link, useParams } from 'react-router';
import {
  PRACTICE_FAULTS,
  type PracticeBehaviour,
  type PracticeFault,
} from '#contract/networks/practice.ts';
import { isItemId, paths } from '#contract/paths.ts';
import { useCan } from '#web/api/workspace.ts';
import { MediaStrip } from '#web/features/media/files/MediaStrip.tsx';
import { ChannelAvatar } from '#web/features/publishing/channels/ChannelAvatar.tsx';
import {
  useChannels,
  usePractice,
  useSetPractice,
} from '#web/features/publishing/channels/channel-queries.ts';
import { relativeTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Checkbox } from '#web/ui/fields/Checkbox.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';

const faults: Record<PracticeFault, string> = {
  accept_and_drop: 'Publish it, then break the connection',
  accept_and_hang: 'Publish it, then never respond',
  drop: 'Break the connection before publishing it',
  rate_limit: 'Ask for a pause (rate limit)',
  unauthorized: 'Revoke the access',
  refuse: 'Refuse the text',
  operator: 'Say that this server has no credits',
  unavailable: 'Be unavailable',
};

/** What is published on a practice account, and how it responds. */
export default function PracticePage() {
  const { channel: given = '' } = useParams();
  const known = isItemId(given);
  const id = Number(given);
  const practice = usePractice(id, known);
  const channel = useChannels().data?.find((channel) => channel.id === id);
  const posts = practice.data?.posts ?? [];
  if (!known || practice.isError)
    return (
      <EmptyState icon={MessagesSquare} title="There is no such practice account">
        <Button asChild>
          <Link to={paths.socialAccounts}>Social Accounts</Link>
        </Button>
      </EmptyState>
    );
  if (!practice.data) return <Skeleton className="h-48" />;
  const parents = new Set(posts.map((post) => post.parent));
  return (
    <>
      <title>Practice</title>
      <div className="mb-6 flex items-center gap-3">
        {channel && <ChannelAvatar channel={channel} />}
        <div className="min-w-0">
          <h1 className="font-semibold text-xl [overflow-wrap:anywhere]">
            {channel?.name ?? 'Practice'}
          </h1>
          <p className="text-muted">Nothing here leaves the server.</p>
        </div>
      </div>
      <div className="grid items-start gap-6 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_20rem]">
        {posts.length === 0 ? (
          <EmptyState
            icon={MessagesSquare}
            title="Nothing published yet"
            hint="What you publish on this account appears here."
          />
        ) : (
          <ol aria-label="Posts" className="rounded-base border border-line bg-surface">
            {posts.map((post) => (
              <li key={post.id} className="border-line border-b p-4 last:border-b-0">
                <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
                  {post.content}
                </p>
                <div className="mt-2 empty:hidden">
                  <MediaStrip media={post.media} />
                </div>
                <p className="mt-1 text-muted text-xs">
                  {relativeTime(post.created_at)}
                  {post.repost_of !== null && ' · reposted'}
                  {post.parent !== null && ' · a reply to the previous part'}
                  {post.parent === null && parents.has(post.id) && ' · begins a thread'}
                </p>
              </li>
            ))}
          </ol>
        )}
        <Behaviour channel={id} behaviour={practice.data.behaviour} />
      </div>
    </>
  );
}

/** How the account responds: failures included. */
function Behaviour({ channel, behaviour }: { channel: number; behaviour: PracticeBehaviour }) {
  const manages = useCan('manage');
  const save = useSetPractice(channel);
  const id = useId();
  const { fault, position, times, hides_posts = false } = behaviour;
  const set = (
    change: { [Name in keyof PracticeBehaviour]?: PracticeBehaviour[Name] | undefined },
  ) => {
    const next = Object.entries({ ...behaviour, ...change });
    save.mutate(Object.fromEntries(next.filter(([, value]) => value !== undefined)));
  };
  const numberOf = (text: string) => (/^\d{1,3}$/.test(text) ? Number(text) : undefined);
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-4 rounded-base border border-line bg-surface p-4"
    >
      <h2 id={id} className="font-semibold">
        What goes wrong
      </h2>
      <fieldset disabled={!manages} className="flex flex-col gap-4">
        <Field label="The next calls" hint="See how Postfolio handles it.">
          <Select<PracticeFault | ''>
            value={times === 0 ? '' : (fault ?? '')}
            options={[
              { value: '', label: 'Publish' },
              ...PRACTICE_FAULTS.map((value) => ({ value, label: faults[value] })),
            ]}
            onChange={(next) => set({ fault: next || undefined, times: next ? 1 : undefined })}
          />
        </Field>
        {fault && times !== 0 && (
          <div className="grid grid-cols-2 gap-3">
            <Field label="At part" hint="Leave empty for any part.">
              <Input
                type="number"
                min={1}
                max={500}
                value={position === undefined ? '' : position + 1}
                onChange={({ target }) => {
                  const part = numberOf(target.value);
                  set({ position: part ? part - 1 : undefined });
                }}
              />
            </Field>
            <Field label="Number of times">
              <Input
                type="number"
                min={1}
                max={999}
                value={times ?? ''}
                onChange={({ target }) => set({ times: numberOf(target.value) ?? 1 })}
              />
            </Field>
          </div>
        )}
        <Checkbox
          checked={hides_posts}
          onChange={(hides) => set({ hides_posts: hides || undefined })}
        >
          Its posts can’t be read, so publishing can’t be confirmed
        </Checkbox>
      </fieldset>
    </section>
  );
}
