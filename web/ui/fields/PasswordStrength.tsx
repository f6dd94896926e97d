import { Check, Circle } from 'lucide-react';
import { classes } from '#web/lib/classes.ts';

type Props = {
  /** In percent, and its name. */
  score: number;
  strength: string;
  rules: { label: string; met: boolean }[];
};

const colours: Record<string, string> = { Strong: 'bg-accent-solid', Good: 'bg-accent-solid' };

/** The strength of a password and its missing rules, in text as well as by colour. */
export function PasswordStrength({ score, strength, rules }: Props) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <div aria-hidden className="h-1.5 grow overflow-hidden rounded-full bg-sunken">
          <div
            className={classes(
              'h-full transition-[width] duration-150',
              colours[strength] ?? 'bg-danger',
            )}
            style={{ width: `${score}%` }}
          />
        </div>
        <p role="status" className="w-12 text-right font-medium text-xs">
          <span className="sr-only">Password strength: </span>
          {strength}
        </p>
      </div>
      {rules.some(({ met }) => !met) && (
        <p className="text-danger text-xs">Password does not meet requirements</p>
      )}
      <ul aria-label="Password requirements" className="grid gap-1 text-xs sm:grid-cols-2">
        {rules.map(({ label, met }) => (
          <li
            key={label}
            className={classes('flex items-center gap-2', met ? 'text-text' : 'text-muted')}
          >
            {met ? (
              <Check size={14} aria-hidden className="text-accent" />
            ) : (
              <Circle size={14} aria-hidden />
            )}
            {label}
            <span className="sr-only">{met ? ': met' : ': not met'}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whether the two entries match; empty while the second one is. */
export const PasswordsMatch = ({ first, second }: { first: string; second: string }) =>
  second !== '' && (
    <p role="status" className={first === second ? 'text-accent' : 'text-danger'}>
      {first === second ? 'Passwords match' : 'Passwords do not match'}
    </p>
  );
