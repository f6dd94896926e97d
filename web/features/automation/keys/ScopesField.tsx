import { useState } from 'react';
import type { Role } from '#contract/roles.ts';
import { SCOPES, type Scope } from '#contract/scopes.ts';
import { Button } from '#web/ui/Button.tsx';
import { SCOPE_WORDS, whyNot } from './key-words.ts';

/** These are rarely wanted. */
const MORE: readonly Scope[] = ['members', 'audit'];

type Props = {
  owner: { name: string; role: Role };
  draftsOnly: boolean;
  chosen: readonly Scope[];
  error: string | undefined;
  onChange: (scopes: Scope[]) => void;
};

/** What a key may be for; what its owner may not is there, with the reason. */
export function ScopesField({ owner, draftsOnly, chosen, error, onChange }: Props) {
  const [isOpen, setOpen] = useState(MORE.some((scope) => chosen.includes(scope)));
  const shown = SCOPES.filter((scope) => isOpen || !MORE.includes(scope));
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium">Access</legend>
      <ul className="divide-y divide-line-soft overflow-hidden rounded-base border border-line">
        {shown.map((scope) => {
          const reason = whyNot(scope, owner, draftsOnly);
          return (
            <ScopeRow
              key={scope}
              scope={scope}
              reason={reason}
              isOn={chosen.includes(scope) && reason === undefined}
              onToggle={(isOn) =>
                onChange(
                  SCOPES.filter((other) => (other === scope ? isOn : chosen.includes(other))),
                )
              }
            />
          );
        })}
      </ul>
      {error && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
      {!isOpen && (
        <Button variant="ghost" size="small" className="self-start" onClick={() => setOpen(true)}>
          2 more: Members, Audit
        </Button>
      )}
    </fieldset>
  );
}

type RowProps = {
  scope: Scope;
  reason: string | undefined;
  isOn: boolean;
  onToggle: (isOn: boolean) => void;
};

function ScopeRow({ scope, reason, isOn, onToggle }: RowProps) {
  const { name, does } = SCOPE_WORDS[scope];
  const id = `scope-${scope}`;
  return (
    <li className={reason === undefined ? 'px-3 py-1.5' : 'bg-page px-3 py-1.5'}>
      <div className="flex items-center gap-2.5">
        <input
          id={id}
          type="checkbox"
          checked={isOn}
          // It stays in the order of the keyboard, so that its reason is read.
          aria-disabled={reason !== undefined}
          aria-describedby={reason === undefined ? undefined : `${id}-reason`}
          onChange={({ target }) => reason === undefined && onToggle(target.checked)}
          className="size-5 shrink-0 cursor-pointer rounded border-field accent-(--jade-9) aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
        />
        <label htmlFor={id} className={reason === undefined ? 'grow' : 'grow text-muted'}>
          <span className="font-medium">{name}</span> <span className="text-muted">{does}</span>
        </label>
      </div>
      {reason !== undefined && (
        <p id={`${id}-reason`} className="pl-7.5 text-muted text-xs">
          {reason}
        </p>
      )}
    </li>
  );
}
