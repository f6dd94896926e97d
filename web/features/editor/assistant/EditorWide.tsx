import { useEffect, useState } from 'react';
import type { Network } from '#contract/networks/names.ts';
import { Wide } from '#web/features/assistant/wide-panel/Wide.tsx';
import type { WideHost } from '#web/features/assistant/wide-panel/wide-host.ts';
import { useShownNetworks } from '#web/features/editor/networks/use-shown-networks.ts';
import type { Editor } from '#web/features/editor/store/editor.ts';
import { useEditor, useEditorState } from '#web/features/editor/store/editor-context.ts';
import { customised, newPart, type Part, sameFirst } from '#web/features/editor/store/parts.ts';
import { plural } from '#web/lib/text.ts';
import { beginWith } from './forget-askings.ts';
import { closeWide, useOpenWide } from './open-wide.ts';
import { canBeCut } from './post-assistant.ts';
import { sayTaken } from './taken-toast.ts';

/** A proposal of the assistant for the whole post, beside its text or over it. */
export function EditorWide({ isBeside }: { isBeside: boolean }) {
  const editor = useEditor();
  useState(() => beginWith(editor));
  const wide = useOpenWide((open) => open.wide);
  const parts = useEditorState(({ fields }) => fields.parts);
  const folder = useEditorState(({ fields }) => fields.folder);
  const item = useEditorState(({ base }) => base.saved?.id);
  const canCut = useEditorState(canBeCut);
  const { networks, network, accounts } = useShownNetworks();
  const isOver = wide === 'thread' && !canCut;
  useEffect(() => {
    if (isOver) closeWide();
  }, [isOver]);
  if (!wide || isOver) return null;
  const host: WideHost = {
    parts: parts.map(({ key, content, network_texts, media }) => ({
      key,
      text: content,
      own: network_texts,
      hasMedia: media.length > 0,
    })),
    // Those with an account; else the one that the text is counted for.
    networks: accounts.size > 0 ? networks : [network],
    accountOf: (name) => accounts.get(name),
    network,
    folder,
    item,
    isBeside,
    onAsk: () => void editor.saver.flush(),
    takeVersions: (versions) => takeVersions(editor, versions),
    takeThread: (texts) => takeThread(editor, texts),
    close() {
      closeWide();
      const { fields, part } = editor.store.getState();
      const field = fields.parts.some(({ key }) => key === part) ? part : fields.parts[0]?.key;
      if (field) editor.dispatch({ do: 'focus', focus: { field } });
    },
  };
  return <Wide key={wide} name={wide} host={host} />;
}

type Versions = Parameters<WideHost['takeVersions']>[0];

/** A text that is the same as that of the part is not one of its own. */
function takeVersions({ store, take, edit, undo }: Editor, versions: Versions) {
  const before = store.getState().fields.parts;
  let parts = before;
  for (const [network, texts] of versions)
    parts = parts.map((part) => {
      const text = texts.get(part.key);
      if (text === undefined) return part;
      return customised(part, network, text === part.content ? undefined : text);
    });
  take({ parts });
  const last = () => store.getState().history.past.at(-1);
  const step = last();
  return (network: Network) => {
    if (versions.size === 1 && last() === step) return undo();
    const former = (part: Part) => before.find(({ key }) => key === part.key)?.network_texts;
    edit({
      parts: store
        .getState()
        .fields.parts.map((part) => customised(part, network, former(part)?.[network])),
    });
  };
}

/** The files stay with the first part. */
function takeThread(editor: Editor, texts: readonly string[]) {
  const [whole] = editor.store.getState().fields.parts;
  const parts = texts.map((content, at) =>
    newPart({ content, network_texts: {}, media: at === 0 ? (whole?.media ?? []) : [] }),
  );
  closeWide();
  editor.take(
    { kind: 'thread', parts: sameFirst(parts, whole) },
    { field: parts.at(-1)?.key ?? '' },
  );
  sayTaken(editor, `A thread of ${plural(texts.length, 'item')}`);
}
