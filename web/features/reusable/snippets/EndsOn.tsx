import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { setEndingChannels } from '#contract/publishing/endings.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import { useEndings } from '#web/features/publishing/preview/use-endings.ts';
import { Checkbox } from '#web/ui/fields/Checkbox.tsx';

/** The channels whose posts a snippet ends: one snippet a channel. */
export function EndsOn({ snippet, readOnly }: { snippet: number; readOnly: boolean }) {
  const channels = useChannels().data ?? [];
  const { data: endings } = useEndings(undefined);
  const save = useInvalidatingMutation({
    run: (ids: number[]) =>
      call(setEndingChannels, { params: { id: String(snippet) }, body: { channels: ids } }),
    invalidates: [keys.snippets],
    failure: 'The channels were not saved',
  });
  const shown = channels.filter(({ state }) => state !== 'disconnected');
  if (!endings || shown.length === 0) return null;
  const own = endings.filter((ending) => ending.snippet === snippet).map(({ channel }) => channel);
  const change = (ids: number[]) =>
    save.mutate(ids, {
      onSuccess: (saved) => queryClient.setQueryData(keys.endingsOf(undefined), saved),
    });
  return (
    <fieldset disabled={readOnly || save.isPending} className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">Always at the end of</legend>
      <p className="text-muted text-xs">
        It is added to posts on these channels, and can be taken off each of them. What is approved
        or scheduled stays as it is.
      </p>
      {shown.map(({ id, handle, network }) => {
        const other = endings.find((ending) => ending.channel === id && ending.snippet !== snippet);
        return (
          <Checkbox
            key={id}
            checked={own.includes(id)}
            disabled={other !== undefined}
            onChange={(on) => change(on ? [...own, id] : own.filter((entry) => entry !== id))}
          >
            {handle} on {NETWORK_NAMES[network]}
            {other && <span className="text-muted"> · ends with ‘{other.name}’</span>}
          </Checkbox>
        );
      })}
    </fieldset>
  );
}
