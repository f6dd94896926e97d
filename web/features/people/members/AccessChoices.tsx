import { type Access, kindOf, type MemberAccess } from '#contract/people/access.ts';
import { Select } from '#web/ui/fields/Select.tsx';
import { type Fates, fateLabel, fateOf, fatesOf, labelOf, settledBy } from './access-choice.ts';

type Props = {
  name: string;
  access: readonly MemberAccess[];
  chosen: Fates;
  setChosen: (chosen: Fates) => void;
};

/** What acts for a member, with what becomes of each. */
export function AccessChoices({ name, access, chosen, setChosen }: Props) {
  const settled = settledBy(access, chosen);
  const choosable = settled.filter((row) => fatesOf(row, chosen));
  const paused = settled.filter(({ kind }) => kindOf(kind).fate === 'pauses');
  const ending = settled.filter((row) => !choosable.includes(row) && !paused.includes(row));
  return (
    <div className="flex flex-col gap-4">
      {choosable.length > 0 && (
        <section aria-label="What becomes yours">
          <h3 className="font-medium">What becomes yours</h3>
          <p className="text-muted">
            {name} still knows the secrets and addresses that you keep. Where you replace one,
            programs need the new one.
          </p>
          <ul className="mt-2 flex max-h-72 flex-col gap-2 overflow-y-auto">
            {choosable.map((row) => (
              <li key={row.ref} className="flex items-center justify-between gap-3 max-md:block">
                <AccessName {...row} />
                <Select
                  aria-label={`What becomes of ${labelOf(row)}`}
                  className="w-full shrink-0 md:w-44"
                  value={fateOf(row, chosen) ?? 'end'}
                  options={(fatesOf(row, chosen) ?? []).map((value) => ({
                    value,
                    label: fateLabel(row.kind, value),
                  }))}
                  onChange={(fate) => setChosen(new Map(chosen).set(row.ref, fate))}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Listed title="Ends" access={ending} />
      <Listed title="Pauses until someone saves it again" access={paused} />
    </div>
  );
}

const AccessName = ({ kind, name }: Access) => (
  <span className="break-words">
    <span className="text-muted">{kindOf(kind).label}</span> <span dir="auto">{name}</span>
  </span>
);

function Listed({ title, access }: { title: string; access: readonly Access[] }) {
  if (!access.length) return null;
  return (
    <section aria-label={title}>
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-1 max-h-40 overflow-y-auto">
        {access.map((row) => (
          <li key={row.ref}>
            <AccessName {...row} />
          </li>
        ))}
      </ul>
    </section>
  );
}
