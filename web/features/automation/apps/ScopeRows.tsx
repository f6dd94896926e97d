import type { Role } from '#contract/roles.ts';
import type { Scope } from '#contract/scopes.ts';
import { SCOPE_WORDS, whyNot } from '#web/features/automation/keys/key-words.ts';
import { classes } from '#web/lib/classes.ts';
import { capitalise } from '#web/lib/text.ts';

type Props = {
  asked: readonly Scope[];
  chosen: readonly Scope[];
  who: { name: string; role: Role };
  draftsOnly: boolean;
  onChange: (scopes: Scope[]) => void;
};

/** What an app asks for; what cannot be given is there, with the reason. */
export const ScopeRows = ({ asked, chosen, who, draftsOnly, onChange }: Props) => (
  <fieldset>
    <legend className="mb-1.5 font-medium">It may</legend>
    <ul className="divide-y divide-line-soft overflow-hidden rounded-base border border-line">
      {asked.map((scope) => {
        const reason = whyNot(scope, who, draftsOnly);
        const { name, does } = SCOPE_WORDS[scope];
        const id = `scope-${scope}`;
        return (
          <li
            key={scope}
            className={classes(
              'flex items-start gap-3 px-3 py-2',
              reason !== undefined && 'bg-page',
            )}
          >
            <input
              id={id}
              type="checkbox"
              checked={reason === undefined && chosen.includes(scope)}
              // It stays in the order of the keyboard, so that its reason is read.
              aria-disabled={reason !== undefined}
              aria-describedby={`${id}-does`}
              onChange={({ target }) =>
                reason === undefined &&
                onChange(
                  asked.filter((other) =>
                    other === scope ? target.checked : chosen.includes(other),
                  ),
                )
              }
              className="mt-1 size-5 shrink-0 cursor-pointer rounded border-field accent-(--jade-9) aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
            />
            <div className="min-w-0">
              <label
                htmlFor={id}
                className={classes('font-medium', reason !== undefined && 'text-muted')}
              >
                {name}
              </label>
              <p id={`${id}-does`} className="text-muted text-xs">
                {reason ?? capitalise(does)}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  </fieldset>
);
