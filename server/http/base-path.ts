/** The URL of a request without the path below which the application is served. */
export function withoutBasePath(url: string, basePath: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url;
  const rest = url.slice(basePath.length);
  if (rest.startsWith('/')) return rest;
  // Another path that begins in the same way is none of ours.
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url;
}
