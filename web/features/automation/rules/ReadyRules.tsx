import { Link } from 'react-router';
import { READY_RULES } from '#contract/automation/rules-ready.ts';
import { sentence } from '#contract/automation/rules-sentence.ts';
import type { Names } from '#contract/automation/rules-words.ts';
import { paths } from '#contract/paths.ts';
import { useCan } from '#web/api/workspace.ts';
import { Button } from '#web/ui/Button.tsx';
import { RULE_ICONS } from './rule-icons.ts';
import { Sentence } from './Sentence.tsx';

/** Rules to begin with. */
export function ReadyRules({ names }: { names: Names }) {
  const writes = useCan('write');
  return (
    <section aria-labelledby="ready-rules" className="border-line border-b p-4 lg:p-6">
      <h2 id="ready-rules" className="font-semibold text-[15px]">
        Twelve rules to begin with
      </h2>
      <p className="mt-1 text-muted">
        Each waits for a person, until you decide otherwise. You can try it on the last 30 days
        before you switch it on.
      </p>
      <ul className="mt-4 grid gap-3 md:grid-cols-2">
        {READY_RULES.map((rule, at) => {
          const Icon = RULE_ICONS[rule.icon];
          return (
            <li
              key={rule.name}
              className="flex items-start gap-3 rounded-base border border-line bg-surface p-3"
            >
              <Icon size={16} aria-hidden className="mt-0.5 shrink-0 text-muted" />
              <div className="min-w-0 grow">
                <h3 className="font-medium">{rule.name}</h3>
                <p className="text-[13px]">
                  <Sentence segments={sentence(rule, names)} />
                </p>
              </div>
              {writes && (
                <Button asChild className="h-8 px-2.5 text-xs max-md:h-11">
                  <Link to={paths.readyRule(at)} aria-label={`Use ${rule.name}`}>
                    Use
                  </Link>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
