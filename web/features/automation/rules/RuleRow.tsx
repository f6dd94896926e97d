import {
  CirclePause,
  Copy,
  Eye,
  FlaskConical,
  History,
  type LucideIcon,
  MoreHorizontal,
  Play,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Rule } from '#contract/automation/rules.ts';
import { asText } from '#contract/automation/rules-sentence.ts';
import { TRIGGERS } from '#contract/automation/rules-triggers.ts';
import type { Segment } from '#contract/automation/rules-words.ts';
import { paths } from '#contract/paths.ts';
import { useZone } from '#web/api/workspace.ts';
import { classes } from '#web/lib/classes.ts';
import { relativeTime, zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Switch } from '#web/ui/fields/Switch.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { runsByHand } from './RunRuleNow.tsx';
import { RULE_ICONS } from './rule-icons.ts';
import { Sentence } from './Sentence.tsx';

type Props = {
  rule: Rule;
  segments: readonly Segment[];
  writes: boolean;
  onSwitch: () => void;
  onRun: () => void;
  onDelete: () => void;
};

/** A rule as a sentence with its switch, its last run and its next one. */
export function RuleRow({ rule, segments, writes, onSwitch, onRun, onDelete }: Props) {
  const zone = useZone();
  const navigate = useNavigate();
  const { icon, next } = TRIGGERS[rule.trigger.kind];
  const Icon = RULE_ICONS[icon];
  const nextText =
    rule.state !== 'on'
      ? '–'
      : rule.first_run_waits
        ? 'first run waits for you'
        : rule.next_at
          ? zonedTime(rule.next_at, zone)
          : (next ?? '–');
  return (
    <li
      data-rule={rule.id}
      className="relative flex min-h-16 items-center gap-3 border-line border-b px-4 py-3 hover:bg-row lg:px-6"
    >
      <span
        className="relative z-10 max-md:order-3"
        title={rule.is_tried ? undefined : 'Try it first'}
      >
        <Switch
          checked={rule.state === 'on'}
          onChange={onSwitch}
          label=""
          name={asText(segments)}
          disabled={!writes}
        />
      </span>
      <Icon size={16} aria-hidden className="shrink-0 text-muted max-md:hidden" />
      <div className="min-w-0 grow">
        <Link
          to={paths.automation(rule.id)}
          className="block max-w-[700px] after:absolute after:inset-0"
        >
          <span aria-hidden className="block font-semibold">
            {rule.name}
          </span>
          <span className="sr-only">{rule.name}: </span>
          <Sentence segments={segments} />
        </Link>
        <States rule={rule} />
        <p className="mt-1 text-muted text-xs md:hidden">{lastOf(rule)}</p>
      </div>
      <div className="w-36 shrink-0 text-[13px] max-md:hidden">
        {rule.last_run ? (
          <>
            {relativeTime(rule.last_run.at)}
            <span
              className={classes(
                'block text-xs',
                rule.last_run.state === 'failed' ? 'text-danger' : 'text-muted',
              )}
            >
              {rule.last_run.result}
            </span>
          </>
        ) : (
          '–'
        )}
      </div>
      <div className="w-40 shrink-0 text-[13px] text-muted max-lg:hidden">{nextText}</div>
      <div className="relative z-10 shrink-0 max-md:order-4">
        <Menu
          trigger={
            <Button variant="ghost" size="smallIcon" aria-label={`More actions for ${rule.name}`}>
              <MoreHorizontal size={16} aria-hidden />
            </Button>
          }
        >
          <MenuItem icon={History} onSelect={() => void navigate(paths.runsOf(rule.id))}>
            Runs
          </MenuItem>
          {writes && runsByHand(rule) && (
            <MenuItem icon={Play} onSelect={onRun}>
              Run now…
            </MenuItem>
          )}
          {writes && (
            <MenuItem icon={Copy} onSelect={() => void navigate(paths.copyOfRule(rule.id))}>
              Duplicate
            </MenuItem>
          )}
          {writes && (
            <MenuItem icon={Trash2} danger onSelect={onDelete}>
              Delete…
            </MenuItem>
          )}
        </Menu>
      </div>
    </li>
  );
}

const lastOf = ({ last_run }: Rule) =>
  last_run ? `${relativeTime(last_run.at)}, ${last_run.result}` : 'No run yet';

function States({ rule }: { rule: Rule }) {
  const { state, pause_reason, warning, waiting, is_tried, first_run_waits } = rule;
  const look = paths.runsOf(rule.id);
  return (
    <>
      {state === 'paused' && (
        <State icon={CirclePause} tone="bg-review text-on-review" to={look} label="Look">
          Paused{pause_reason ? `: ${pause_reason}` : ''}
        </State>
      )}
      {warning && <p className="mt-1 text-warning text-xs">{warning}</p>}
      {waiting > 0 && (
        <State
          icon={Eye}
          tone="bg-approved text-on-approved"
          to={`${look}&state=waits`}
          label="Look"
        >
          {waiting === 1 ? 'A run waits for a look' : `${waiting} runs wait for a look`}
        </State>
      )}
      {waiting === 0 && first_run_waits && state === 'on' && (
        <State icon={Eye} tone="bg-approved text-on-approved">
          First run waits for a look
        </State>
      )}
      {!is_tried && state === 'off' && (
        <State
          icon={FlaskConical}
          tone="bg-sunken"
          to={`${paths.automation(rule.id)}?try=1`}
          label="Try it"
        >
          Not tried yet
        </State>
      )}
    </>
  );
}

type StateProps = {
  icon: LucideIcon;
  tone: string;
  to?: string;
  label?: string;
  children: ReactNode;
};

const State = ({ icon: Icon, tone, to, label, children }: StateProps) => (
  <p className="mt-1.5 flex flex-wrap items-center gap-2 text-xs">
    <span className={classes('inline-flex min-h-6 items-center gap-1.5 rounded-full px-2.5', tone)}>
      <Icon size={14} aria-hidden className="shrink-0" />
      <span>{children}</span>
    </span>
    {to && (
      <Link to={to} className="relative z-10 font-medium text-accent hover:underline">
        {label}
      </Link>
    )}
  </p>
);
