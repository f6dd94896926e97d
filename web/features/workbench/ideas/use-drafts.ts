import { useState } from 'react';
import { DRAFTS } from '#contract/assistant/limits.ts';
import type { Draft, RunBody } from '#contract/assistant/runs.ts';
import { queryClient } from '#web/api/query.ts';
import { useAssistant } from '#web/features/assistant/runs/assistant-query.ts';
import type { Asked } from '#web/features/assistant/runs/drafting.ts';
import { useRun } from '#web/features/assistant/runs/use-run.ts';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { flatten } from '#web/features/content/folders/tree.ts';
import { threadQuery } from '#web/features/content/items/thread-query.ts';
import { accountsOf } from '#web/features/publishing/channels/accounts-of.ts';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import { useNetwork } from '#web/features/publishing/preview/network-store.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import {
  type DraftForm,
  hasSource,
  keyed,
  type Proposed,
  questionOf,
  textOf,
  useDraftForm,
} from './draft-form.ts';

/** Where drafts are made, and what they are counted for. */
function useTarget(asked: Asked, form: DraftForm) {
  const { data: folders = [] } = useFolders();
  const own = flatten(folders.filter(({ id }) => id > 0)).map(({ folder }) => folder.id);
  /** Undefined where the workspace has none. */
  const folder = [form.folder, asked.folder ?? undefined, own[0]].find(
    (id) => id !== undefined && own.includes(id),
  );
  const accounts = accountsOf(useChannels().data ?? [], []);
  const usual = useNetwork((state) => state.network);
  const network =
    form.network ?? (accounts.has(usual) ? usual : ([...accounts.keys()][0] ?? usual));
  return { folder, accounts, network };
}

/** @param characters what the account allows, where that differs */
async function questionFor(form: DraftForm, characters: number | undefined): Promise<RunBody> {
  const { source, post } = form;
  const parts =
    source === 'post' && post && post.thread_size > 1
      ? await queryClient.fetchQuery(threadQuery(post.id))
      : [post];
  const text = parts.map((part) => part?.content ?? '').join('\n\n');
  return { ...questionOf(form, text), ...(characters !== undefined && { limits: { characters } }) };
}

const showFailure = ({ message }: Error) =>
  void toast({
    title: 'Error',
    description: message || 'The post couldn’t be read.',
    variant: 'destructive',
  });

const toggled = (keys: readonly string[], key: string) =>
  keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key];

const shown = (drafts: readonly Proposed[], chosen: readonly string[]) => ({
  drafts,
  chosen: chosen.filter((key) => drafts.some((draft) => draft.key === key)),
});

export type Drafts = ReturnType<typeof useDrafts>;

/** The form of 'Draft with the assistant', what is proposed, and what can be done with it. */
export function useDrafts(asked: Asked) {
  const { form, set } = useDraftForm();
  const assistant = useAssistant();
  const { run, start, stop } = useRun();
  /** The draft that is written again; undefined where all are. */
  const [again, setAgain] = useState<string>();
  const { folder, network, accounts } = useTarget(asked, form);
  const canAsk = assistant?.acknowledged === true && hasSource(form) && run.state !== 'running';

  const question = () =>
    questionFor({ ...form, network, folder }, accounts.get(network)?.limits.characters);

  /** Three drafts, others than those that are there. */
  async function writeAll() {
    setAgain(undefined);
    const before = form.drafts;
    let written: Proposed[] = [];
    const show = () => set(({ chosen }) => shown(written, chosen));
    const body = await question();
    const result = await start(
      { ...body, count: DRAFTS, not: before.map(({ angle }) => angle) },
      ({ index, entry }) => {
        written = written.toSpliced(index, 1, keyed(entry as Draft, written[index]?.key));
        show();
      },
    );
    if (result?.kind !== 'drafts') return;
    written = result.drafts.map((draft, index) => keyed(draft, written[index]?.key));
    show();
  }

  /** Another draft in place of one: from another side, or changed by an instruction. */
  async function writeOne(draft: Proposed, instruction?: string) {
    setAgain(draft.key);
    const body = await question();
    const result = await start({
      ...body,
      count: 1,
      ...(instruction === undefined
        ? { not: form.drafts.map(({ angle }) => angle) }
        : { instruction, proposal: textOf(draft) }),
    });
    const [written] = result?.kind === 'drafts' ? result.drafts : [];
    if (!written) return;
    // Another text is another draft: its key makes it once.
    const next = keyed(written);
    set(({ drafts, chosen }) => ({
      drafts: drafts.map((other) => (other.key === draft.key ? next : other)),
      chosen: chosen.map((key) => (key === draft.key ? next.key : key)),
    }));
  }

  return {
    form,
    set,
    run,
    stop,
    folder,
    network,
    accounts,
    canAsk,
    again,
    ask: () => void writeAll().catch(showFailure),
    askAgain: (draft: Proposed, instruction?: string) =>
      void writeOne(draft, instruction).catch(showFailure),
    toggle: (key: string) => set(({ chosen }) => ({ chosen: toggled(chosen, key) })),
  };
}
