/**
 * The path and query of a request to an endpoint.
 * @param path with `:name` for each of the `params`
 * @param query a list has one entry for each element; what is undefined is left out
 */
export function urlOf(path: string, params: unknown, query: unknown): string {
  const named = { ...(params as Record<string, unknown> | undefined) };
  const filled = path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(String(named[name])));
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([name, value]) =>
      [value ?? []].flat().map((element) => [name, String(element)]),
    ),
  );
  return search.size ? `${filled}?${search}` : filled;
}
