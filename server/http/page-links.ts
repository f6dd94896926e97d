/** The address of a request, for another place in the same list. */
export function pageLink(url: string, place: { cursor: string } | { page: number }): string {
  const [path, search = ''] = url.split('?');
  const query = new URLSearchParams(search);
  query.delete('page');
  for (const [name, value] of Object.entries(place)) query.set(name, String(value));
  return `${path}?${query}`;
}

/** The links of a page to its neighbours, for a list of `count` that is walked by number. */
export function neighbours(url: string, { page, size, count }: { page: number; size: number; count: number }) {
  const last = Math.ceil(count / size);
  return {
    next: page < last ? pageLink(url, { page: page + 1 }) : null,
    previous: page > 1 && last ? pageLink(url, { page: Math.min(page - 1, last) }) : null,
  };
}
