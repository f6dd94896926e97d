import { FilePlus2, RotateCcw, SlidersHorizontal } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { useAssistant } from '#web/features/assistant/runs/assistant-query.ts';
import { Disclosure } from '#web/features/assistant/runs/Disclosure.tsx';
import type { Asked } from '#web/features/assistant/runs/drafting.ts';
import { ServerLine } from '#web/features/assistant/runs/ServerLine.tsx';
import { classes } from '#web/lib/classes.ts';
import { MOD } from '#web/lib/keyboard/keys.ts';
import { useSingleKeys } from '#web/lib/keyboard/single-keys.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { Keys } from '#web/ui/text/Keys.tsx';
import { DraftOptions } from './DraftOptions.tsx';
import { DraftSource } from './DraftSource.tsx';
import { DraftsPane } from './DraftsPane.tsx';
import { textOf, withoutDrafts } from './draft-form.ts';
import { makeDraft } from './make-drafts.ts';
import { useDrafts } from './use-drafts.ts';

type Props = { asked: Asked; onClose: () => void };

/** Drafts from notes, a page or a post: those that are chosen become drafts. */
export function DraftDialog({ asked, onClose }: Props) {
  const assistant = useAssistant();
  const drafts = useDrafts(asked);
  const navigate = useNavigate();
  const singles = useSingleKeys((state) => state.on);
  const [isMaking, setMaking] = useState(false);
  const [showsOptions, showOptions] = useState(false);
  if (!assistant) return null;
  const { form, set, folder, toggle } = drafts;
  const chosen = form.drafts.filter(({ key }) => form.chosen.includes(key));
  const canMake = chosen.length > 0 && folder !== undefined && !isMaking;

  async function make() {
    if (!canMake) return;
    setMaking(true);
    try {
      const made: number[] = [];
      // One after another: those that were made are not made again.
      for (const draft of chosen) {
        const texts = form.asThread ? draft.parts.map(({ text }) => text) : [textOf(draft)];
        made.push((await makeDraft({ key: draft.key, folder, texts, at: asked.at })).id);
      }
      set(withoutDrafts);
      onClose();
      const [only] = made;
      toast({
        title: made.length === 1 ? 'Draft made' : `${made.length} drafts made`,
        ...(made.length === 1 && {
          action: { label: 'Open', run: () => void navigate(paths.editContent(only ?? 0)) },
        }),
      });
    } catch (error) {
      const description = (error as Error).message || 'The draft couldn’t be made.';
      toast({ title: 'Error', description, variant: 'destructive' });
      setMaking(false);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, target } = event;
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void make();
      return;
    }
    const isTyped = (target as Element).closest('input:not([type=checkbox]), textarea') !== null;
    const draft = /^[1-9]$/.test(key) ? form.drafts[Number(key) - 1] : undefined;
    if (!draft || !singles || isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    toggle(draft.key);
  }

  return (
    <Dialog
      open
      large
      onClose={onClose}
      title="Draft with the assistant"
      description="Three from different sides. What you choose becomes a draft; nothing else happens."
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of what is in it */}
      <div onKeyDown={onKeyDown} className="flex min-h-0 grow flex-col">
        <div className="min-h-0 grow overflow-y-auto md:grid md:grid-cols-[minmax(0,24.5rem)_minmax(0,1fr)] md:overflow-hidden">
          <div className="flex flex-col gap-5 p-4 md:overflow-y-auto md:border-line md:border-r md:bg-page md:p-6">
            <DraftSource form={form} set={set} />
            <div className={classes('flex flex-col gap-5', !showsOptions && 'max-md:hidden')}>
              <DraftOptions drafts={drafts} voices={assistant.voices} />
            </div>
          </div>
          <div className="flex flex-col gap-3 p-4 max-md:pt-0 md:overflow-y-auto md:p-6">
            {assistant.acknowledged ? (
              <DraftsPane drafts={drafts} />
            ) : (
              <Disclosure
                server={assistant.server}
                sent="Your notes, or the page or post that you choose; what matters about it; the voice."
                notSent="Other posts, comments, accounts, keys."
                onClose={onClose}
              />
            )}
          </div>
        </div>
        <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-t px-4 py-3 md:px-6">
          <ServerLine server={assistant.server} className="grow max-md:basis-full" />
          <Button onClick={onClose} className="max-md:hidden">
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={!canMake}
            onClick={() => void make()}
            className="max-md:grow"
          >
            <FilePlus2 size={16} aria-hidden />
            {chosen.length > 0 ? `Make ${plural(chosen.length, 'draft')}` : 'Choose a draft'}
            {chosen.length > 0 && <Keys>{`${MOD} ↵`}</Keys>}
          </Button>
          {form.drafts.length > 0 && (
            <Button
              size="icon"
              aria-label="Three others"
              disabled={!drafts.canAsk}
              onClick={drafts.ask}
              className="md:hidden"
            >
              <RotateCcw size={16} aria-hidden />
            </Button>
          )}
          <Button
            size="icon"
            aria-label="Options"
            aria-expanded={showsOptions}
            onClick={() => showOptions(!showsOptions)}
            className="md:hidden"
          >
            <SlidersHorizontal size={16} aria-hidden />
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
