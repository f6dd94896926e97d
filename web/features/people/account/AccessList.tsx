import { type Access, kindOf } from '#contract/people/access.ts';

/** What acts for somebody without their session, by workspace. */
export function AccessList({ access }: { access: readonly Access[] }) {
  const places = [...new Set(access.map(({ workspace }) => workspace?.name ?? null))];
  return (
    <ul className="max-h-96 w-full divide-y divide-line overflow-y-auto rounded-base border border-line bg-surface">
      {places.flatMap((place) =>
        access
          .filter(({ workspace }) => (workspace?.name ?? null) === place)
          .map(({ ref, kind, name, workspace }) => (
            <li key={`${ref} ${workspace?.id}`} className="px-4 py-2">
              <p dir="auto" className="break-words font-medium">
                {name}
              </p>
              <p className="break-words text-muted text-xs">
                {[kindOf(kind).label, workspace?.name].filter(Boolean).join(' · ')}
              </p>
            </li>
          )),
      )}
    </ul>
  );
}
