/** Where a link leads; what was added to its address is marked. */
export function LinkDestination({
  label,
  address,
  target,
}: {
  label: string;
  address: string;
  target: string;
}) {
  let same = 0;
  while (same < address.length && address[same] === target[same]) same++;
  return (
    <div className="rounded-base border border-line bg-sunken px-3 py-2">
      <p className="text-muted text-xs">{label}</p>
      <p className="break-all font-mono text-xs">
        {target.slice(0, same)}
        {same < target.length && (
          <mark className="bg-accent-soft text-text">{target.slice(same)}</mark>
        )}
      </p>
    </div>
  );
}
