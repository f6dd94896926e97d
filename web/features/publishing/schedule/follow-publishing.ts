import { QueryObserver } from '@tanstack/react-query';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import type { Publication } from '#contract/publishing/publications.ts';
import { queryClient } from '#web/api/query.ts';
import { linkOf } from '#web/features/publishing/publications/publication-words.ts';
import { publicationsQuery } from '#web/features/publishing/publications/publishing-queries.ts';
import { toast } from '#web/ui/overlays/toast.ts';

/** What takes longer is told by the notification alone. */
const FOLLOWED_MS = 5 * 60_000;

const OPEN: readonly Publication['state'][] = ['proposed', 'scheduled', 'publishing'];

/** Says where a post was published once it is out: live updates refetch what is observed here. */
export function followPublishing(
  items: readonly number[],
  ids: readonly number[],
  onLook: () => void,
) {
  const [item] = items;
  // Of several posts, the lists show how far they are.
  if (item === undefined || items.length > 1) return;
  const observer = new QueryObserver(queryClient, publicationsQuery(item));
  function check() {
    const own = observer.getCurrentResult().data?.filter(({ id }) => ids.includes(id)) ?? [];
    if (own.length < ids.length || own.some(({ state }) => OPEN.includes(state))) return;
    clearTimeout(timer);
    end();
    announce(own, onLook);
  }
  const end = observer.subscribe(check);
  const timer = setTimeout(end, FOLLOWED_MS);
  // It may be out already.
  check();
}

/** 'X and Threads'. */
const placesOf = (publications: readonly Publication[]) => [
  ...new Set(publications.map(({ channel }) => NETWORK_NAMES[channel.network])),
];
const inWords = (places: readonly string[]) =>
  places.length > 2 ? `${places.length} networks` : places.join(' and ');

function announce(publications: readonly Publication[], onLook: () => void) {
  const stopped = publications.filter(({ state }) => state === 'stopped');
  const published = publications.filter(({ state }) => state === 'published');
  if (stopped.length > 0)
    return toast({
      title: `Publishing on ${inWords(placesOf(stopped))} stopped`,
      variant: 'destructive',
      // It stays until somebody has seen it.
      duration: Number.POSITIVE_INFINITY,
      action: { label: 'Look', run: onLook },
    });
  if (published.length === 0) return;
  const url = published.map(linkOf).find(Boolean);
  toast({
    title: `Published on ${inWords(placesOf(published))}`,
    ...(url && {
      action: { label: 'Open', run: () => void window.open(url, '_blank', 'noopener') },
    }),
  });
}
