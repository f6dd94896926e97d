import { Sparkles } from 'lucide-react';
import type { RuleProposal } from '#contract/automation/proposals.ts';
import { mergedText, mergeTexts } from '#web/features/assistant/asking/three-way.ts';
import {
  useDiscardProposal,
  useTakeProposal,
} from '#web/features/automation/rules/proposal-queries.ts';
import { sayTaken } from '#web/features/editor/assistant/taken-toast.ts';
import { useEditor, useEditorState } from '#web/features/editor/store/editor-context.ts';
import { isLocked } from '#web/features/editor/store/editor-state.ts';
import type { Part } from '#web/features/editor/store/parts.ts';
import { relativeTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Difference } from '#web/ui/text/Difference.tsx';

export type RuleProposalsProps = { item: number; proposals: readonly RuleProposal[] };

const NONE: ReadonlySet<number> = new Set();

/** What rules had the assistant propose, above the text: it stays as it is until one is taken. */
export const RuleProposals = ({ item, proposals }: RuleProposalsProps) =>
  proposals.map((proposal) => <Proposal key={proposal.id} item={item} proposal={proposal} />);

/** The parts as they are now with what is proposed for them; what was typed since then stays. */
function mergedInto(parts: readonly Part[], proposal: RuleProposal) {
  return proposal.parts.flatMap(({ item, before, after }) => {
    const part = parts.find(({ id }) => id === item);
    if (!part) return [];
    const content =
      part.content === before ? after : mergedText(mergeTexts(before, part.content, after), NONE);
    return [{ part, content, isChanged: part.content !== before }];
  });
}

function Proposal({ item, proposal }: { item: number; proposal: RuleProposal }) {
  const editor = useEditor();
  const parts = useEditorState(({ fields }) => fields.parts);
  const locked = useEditorState(isLocked);
  const take = useTakeProposal(item);
  const discard = useDiscardProposal(item);
  const merged = mergedInto(parts, proposal);
  const isStale =
    merged.length < proposal.parts.length || merged.some(({ isChanged }) => isChanged);
  const isNothing = merged.every(({ part, content }) => part.content === content);
  const { rule_name: rule, asked, model, host, at } = proposal;
  function onTake() {
    const texts = new Map(merged.map(({ part, content }) => [part.key, content]));
    editor.take({
      parts: parts.map((part) => ({ ...part, content: texts.get(part.key) ?? part.content })),
    });
    sayTaken(editor);
    take.mutate(proposal.id);
  }
  return (
    <section
      aria-label={`Proposal of ${rule}`}
      className="flex flex-col gap-2 border-line border-b bg-page px-4 py-3"
    >
      <p className="flex items-start gap-2">
        <Sparkles size={16} aria-hidden className="mt-0.5 shrink-0 text-accent" />
        <span className="min-w-0 break-words">
          The rule <span className="font-medium">{rule}</span> asked the assistant to {asked}.{' '}
          <span className="text-muted">
            By {model} on {host}, {relativeTime(at)}.
          </span>
        </span>
      </p>
      {isStale && (
        <p className="text-[13px] text-warning">
          The text has changed since then. What was written meanwhile stays.
        </p>
      )}
      {isNothing ? (
        <p className="text-muted">The text is as it is proposed.</p>
      ) : (
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
          tabIndex={0}
          className="max-h-60 divide-y divide-line overflow-y-auto rounded-base border border-line bg-surface px-3"
        >
          {merged.map(({ part, content }) => (
            <div key={part.key} className="py-2">
              <Difference before={part.content} after={content} />
            </div>
          ))}
        </div>
      )}
      <div className="flex gap-2">
        {!isNothing && (
          <Button size="small" disabled={locked} onClick={onTake}>
            Take
          </Button>
        )}
        <Button
          size="small"
          variant="ghost"
          busy={discard.isPending}
          onClick={() => discard.mutate(proposal.id)}
        >
          Discard
        </Button>
      </div>
    </section>
  );
}
