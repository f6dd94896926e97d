import type { NamedKind, Names } from '#contract/automation/rules-words.ts';
import { useAssistantState } from '#web/features/assistant/runs/assistant-query.ts';
import { useFeeds } from '#web/features/automation/feeds/feed-queries.ts';
import { useIncoming } from '#web/features/automation/incoming/incoming-queries.ts';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { useMembers } from '#web/features/people/members/member-queries.ts';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import { useChannelSets } from '#web/features/publishing/channels/channel-set-queries.ts';
import { useSnippets } from '#web/features/reusable/snippets/snippet-queries.ts';
import { useTemplates } from '#web/features/reusable/templates/template-queries.ts';

export type Choice = { id: number; name: string };
export type Choices = Record<NamedKind, readonly Choice[]> & {
  /** Whether this person may ask the assistant: others are not told of it. */
  asks: boolean;
};

const ALL_TEMPLATES = { search: '', tags: [], sort: 'name' } as const;

/** All that rules can name; undefined while it loads. */
export function useRuleChoices(): Choices | undefined {
  const feeds = useFeeds().data;
  const templates = useTemplates(ALL_TEMPLATES).data;
  const sets = useChannelSets().data;
  const folders = useFolders().data;
  const members = useMembers().data;
  const channels = useChannels().data;
  const snippets = useSnippets().data;
  const addresses = useIncoming().data;
  const { may: asks, data: assistant } = useAssistantState();
  if (asks && !assistant) return undefined;
  if (!addresses || !snippets || !feeds || !templates || !sets || !folders || !members || !channels)
    return undefined;
  return {
    feed: feeds.map(({ id, title }) => ({ id, name: title })),
    template: templates,
    set: sets,
    folder: folders,
    snippet: snippets,
    address: addresses,
    person: members,
    own_action: assistant?.own_actions ?? [],
    assistant: assistant?.server ? [{ id: 0, name: assistant.server.host }] : [],
    asks,
    channel: channels
      .filter(({ state }) => state !== 'disconnected')
      .map(({ id, handle }) => ({ id, name: handle })),
  };
}

/** The names in the sentences of rules; while they load, each is '…'. */
export const namesOf =
  (choices: Choices | undefined): Names =>
  (kind, id) => {
    if (!choices) return '…';
    if (!choices.asks && (kind === 'own_action' || kind === 'assistant')) return '…';
    return choices[kind].find((choice) => choice.id === id)?.name;
  };
