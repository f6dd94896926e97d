import { ClipboardCopy } from 'lucide-react';
import { useDeferredValue, useEffect, useRef } from 'react';
import { textFor } from '#contract/content/items.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { useWorkspace } from '#web/api/workspace.ts';
import { NetworkResult } from '#web/features/editor/networks/NetworkResult.tsx';
import { NetworkTabs } from '#web/features/editor/networks/NetworkTabs.tsx';
import { useEndingsShown } from '#web/features/editor/networks/use-ending.ts';
import { useFindings } from '#web/features/editor/networks/use-findings.ts';
import { useShownNetworks } from '#web/features/editor/networks/use-shown-networks.ts';
import { useEditor, useEditorState } from '#web/features/editor/store/editor-context.ts';
import { isLocked } from '#web/features/editor/store/editor-state.ts';
import { useMemberName } from '#web/features/people/members/member-queries.ts';
import { NetworkPreview } from '#web/features/publishing/preview/NetworkPreview.tsx';
import { useFixedFacts } from '#web/features/publishing/preview/use-fixed-facts.ts';
import { copyPost } from '#web/features/workbench/actions/copy-post.ts';
import { Button } from '#web/ui/Button.tsx';

export type EditorPreviewProps = {
  /** Undefined for a new text. */
  author: number | null | undefined;
  /** A text for the network is what is written next. */
  onCustomised: () => void;
};

/** The text that is being written, as the chosen network shows it. It never delays typing. */
export function EditorPreview({ author, onCustomised }: EditorPreviewProps) {
  const editor = useEditor();
  const { networks, network, customised, accounts } = useShownNetworks();
  const own = useAuth(({ user }) => user?.name ?? '');
  const name = useMemberName(author ?? null);
  const fields = useDeferredValue(useEditorState((state) => state.fields));
  const locked = useEditorState(isLocked);
  const requiresAltTexts = useWorkspace().data?.requires_alt_texts ?? false;
  const facts = useFixedFacts({ network, author: author === undefined ? own : name });
  const endingOf = useEndingsShown();
  const findings = useFindings(fields, networks, accounts, requiresAltTexts, facts, endingOf);
  const { parts, language } = fields;
  const isCustomised = parts.every((part) => part.network_texts[network] !== undefined);
  const customise = () => {
    editor.customise(network);
    onCustomised();
  };
  return (
    <>
      <div className="sticky top-0 z-10 flex h-11 items-center border-line border-b bg-page pr-2 pl-1.5">
        <NetworkTabs
          networks={networks}
          network={network}
          customised={customised}
          findings={findings}
        />
        <Button
          variant="ghost"
          size="smallIcon"
          aria-label="Copy the text"
          title="Copy the text"
          onClick={() => void copyPost(parts.map((part) => textFor(part, network)).join('\n\n'))}
        >
          <ClipboardCopy size={16} aria-hidden />
        </Button>
      </div>
      <Followed className="flex flex-col gap-3 p-4">
        <NetworkResult
          network={network}
          findings={findings.get(network)}
          parts={parts.length}
          onCustomise={isCustomised || locked ? undefined : customise}
        />
        <NetworkPreview
          compact
          parts={parts.map((part, thread_order) => ({
            ...part,
            id: part.key,
            language,
            thread_order,
          }))}
          network={network}
          ending={endingOf(network)?.text}
          account={accounts.get(network)}
          author={author === undefined ? own : name}
        />
      </Followed>
    </>
  );
}

/** Scrolls its column to the part that is being written. */
function Followed({ className, children }: { className: string; children: React.ReactNode }) {
  const part = useEditorState((state) => state.part);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const column = box.current?.closest('[data-column]');
    const shown = part && box.current?.querySelector(`[data-shown="${CSS.escape(part)}"]`);
    if (!column || !shown) return;
    const { top, bottom } = shown.getBoundingClientRect();
    const { top: above, bottom: below } = column.getBoundingClientRect();
    if (top >= above && bottom <= below) return;
    column.scrollBy({ top: top - above - (below - above) / 4 });
  }, [part]);
  return (
    <div ref={box} className={className}>
      {children}
    </div>
  );
}
