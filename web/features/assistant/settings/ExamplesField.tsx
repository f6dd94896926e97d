import { ChartNoAxesColumn, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { MAX_EXAMPLE, MAX_EXAMPLES, MIN_EXAMPLES } from '#contract/assistant/limits.ts';
import { listExamples } from '#contract/assistant/voices.ts';
import type { Item } from '#contract/content/items.ts';
import { call } from '#web/api/client.ts';
import { PostChoice } from '#web/features/content/items/PostChoice.tsx';
import { within } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import type { VoiceValues } from './voice-values.ts';

type Examples = VoiceValues['examples'];
type Props = { examples: Examples; onChange: (examples: Examples) => void };

/** As many as 'Best by figures' picks: fewer say little, more cost tokens with each question. */
const BEST = 5;

const exampleOf = (item: number, text: string) => ({ item, text: within(text, MAX_EXAMPLE) });

/** Posts by which a voice is recognised. */
export function ExamplesField({ examples, onChange }: Props) {
  const [isPicking, setPicking] = useState(false);
  const [isFetching, setFetching] = useState(false);
  async function pickBest() {
    setFetching(true);
    try {
      const best = await call(listExamples, {});
      const known = new Set(examples.map(({ item }) => item));
      const added = best
        .filter(({ item, text }) => !known.has(item) && text.trim())
        .slice(0, Math.max(0, Math.min(BEST, MAX_EXAMPLES - examples.length)));
      if (added.length)
        onChange([...examples, ...added.map(({ item, text }) => exampleOf(item, text))]);
      else
        toast({
          title: 'No other posts',
          description: 'In the last 90 days no other post was published that has figures.',
        });
    } catch (error) {
      toast({
        title: 'Error',
        description: (error as Error).message || 'Failed to fetch the best posts',
        variant: 'destructive',
      });
    }
    setFetching(false);
  }
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Examples</legend>
      <div className="mb-1.5 flex flex-wrap items-center gap-2">
        <p className="grow">
          <span className="font-medium">Examples</span>{' '}
          <span className="text-muted">
            {examples.length} of {MIN_EXAMPLES} to {MAX_EXAMPLES}
          </span>
        </p>
        <Button
          variant="ghost"
          size="bar"
          busy={isFetching || examples.length >= MAX_EXAMPLES}
          onClick={() => void pickBest()}
        >
          <ChartNoAxesColumn size={16} aria-hidden /> Best by figures
        </Button>
        <Button size="bar" onClick={() => setPicking(true)}>
          <Plus size={16} aria-hidden /> Pick posts
        </Button>
      </div>
      {examples.length > 0 && (
        <ul className="divide-y divide-line rounded-base border border-line bg-surface">
          {examples.map(({ item, text }, place) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: examples may have equal texts
              key={`${item} ${place}`}
              className="flex min-h-11 items-center gap-3 py-1 pr-1 pl-3"
            >
              <span dir="auto" className="min-w-0 grow truncate">
                {text.replaceAll(/\s+/g, ' ')}
              </span>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Remove example ${place + 1}`}
                onClick={() => onChange(examples.toSpliced(place, 1))}
              >
                <X size={16} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {examples.length < MIN_EXAMPLES && (
        <p className="mt-1.5 text-muted text-xs">Three examples make a voice recognisable.</p>
      )}
      {isPicking && (
        <PickPosts examples={examples} onChange={onChange} onClose={() => setPicking(false)} />
      )}
    </fieldset>
  );
}

function PickPosts({ examples, onChange, onClose }: Props & { onClose: () => void }) {
  const [picked, setPicked] = useState(examples);
  const chosen = picked.flatMap(({ item }) => item ?? []);
  const isFull = picked.length >= MAX_EXAMPLES;
  const choose = (post: Item, isChosen: boolean) => {
    if (!isChosen) setPicked(picked.filter(({ item }) => item !== post.id));
    else if (!isFull) setPicked([...picked, exampleOf(post.id, post.content)]);
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Pick posts"
      description={
        isFull
          ? `${MAX_EXAMPLES} are chosen, and more are not used.`
          : 'Those that sound most like this voice.'
      }
    >
      <PostChoice
        label="Posts"
        several
        chosen={chosen}
        onChoose={choose}
        className="max-h-80 min-h-40"
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          onClick={() => {
            onChange(picked);
            onClose();
          }}
        >
          Use {picked.length}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
