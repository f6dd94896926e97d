import { ArrowLeft, Copy, Eye, MoreHorizontal, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Rule } from '#contract/automation/rules.ts';
import { MAX_RULE_NAME } from '#contract/automation/rules-settings.ts';
import { paths } from '#contract/paths.ts';
import { useCan } from '#web/api/workspace.ts';
import { DeleteRule } from '#web/features/automation/rules/DeleteRule.tsx';
import { RunRuleNow, runsByHand } from '#web/features/automation/rules/RunRuleNow.tsx';
import { useSwitchRule } from '#web/features/automation/rules/rule-queries.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/Button.tsx';
import { Input } from '#web/ui/fields/Field.tsx';
import { Switch } from '#web/ui/fields/Switch.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';

type Props = {
  rule: Rule | undefined;
  name: string;
  problem: string | undefined;
  isDirty: boolean;
  isSaving: boolean;
  /** Whether saving turns it off. */
  turnsOff: boolean;
  onName: (name: string) => void;
  onSave: (firstRunWaits?: boolean) => void;
  onTry: () => void;
  /** Before its page is left. */
  onDeleted: () => void;
};

/** The row at the top of a rule: its name, its switch, and saving. */
export function RuleHead(props: Props) {
  const { rule, name, problem, isDirty, isSaving, turnsOff, onName, onSave, onTry } = props;
  const writes = useCan('write');
  const change = useSwitchRule();
  const isOn = rule?.state === 'on';
  return (
    <div
      data-sticks
      className="sticky top-12 z-20 flex min-h-12 shrink-0 flex-wrap items-center gap-2 border-line border-b bg-surface px-4 py-1.5"
    >
      <Button asChild variant="ghost" size="bar" className="-ml-2 px-2">
        <Link to={paths.automations} title="Back to Automations">
          <ArrowLeft size={16} aria-hidden />
          <span className="max-lg:sr-only">Back to Automations</span>
        </Link>
      </Button>
      <h1 className="sr-only">{name || 'New rule'}</h1>
      <div className="min-w-40 max-w-80 grow">
        <Input
          id="rule-name"
          aria-label="Name of the rule"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'rule-name-problem' : undefined}
          placeholder="Name of the rule"
          value={name}
          maxLength={MAX_RULE_NAME}
          disabled={!writes}
          onChange={({ target }) => onName(target.value)}
          className="h-9 font-semibold max-md:h-11"
        />
        {problem && (
          <p id="rule-name-problem" role="alert" className="text-danger text-xs">
            {problem}
          </p>
        )}
      </div>
      <div className="ml-auto flex flex-wrap items-center gap-2">
        <span role="status" className="text-[13px] text-muted">
          {turnsOff
            ? 'Try the change before you save it, or the rule turns off'
            : isDirty
              ? 'Changed, not saved'
              : rule
                ? 'Saved'
                : ''}
        </span>
        {rule && (
          <Switch
            checked={isOn}
            onChange={() =>
              !isOn && !rule.is_tried ? onTry() : change.mutate({ id: rule.id, on: !isOn })
            }
            label={isOn ? 'On' : 'Off'}
            disabled={!writes || isDirty}
            hint={isDirty ? 'Save first' : !isOn && !rule.is_tried ? 'Try it first' : undefined}
          />
        )}
        {rule && writes && (
          <RuleMenu
            rule={rule}
            isDirty={isDirty}
            onSaveWaiting={() => onSave(true)}
            onTry={onTry}
            onDeleted={props.onDeleted}
          />
        )}
        {writes && (
          <>
            <Button
              size="bar"
              aria-disabled={isSaving}
              onClick={() => onSave(true)}
              // In the menu, there.
              className={rule ? 'max-sm:hidden' : undefined}
            >
              Save and let the first run wait
            </Button>
            <Button variant="primary" size="bar" busy={isSaving} onClick={() => onSave()}>
              {turnsOff ? 'Save and turn off' : 'Save'}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

type MenuProps = {
  rule: Rule;
  isDirty: boolean;
  onSaveWaiting: () => void;
  onTry: () => void;
  onDeleted: () => void;
};

function RuleMenu({ rule, isDirty, onSaveWaiting, onTry, onDeleted }: MenuProps) {
  const isNarrow = useMedia('(max-width: 639px)');
  const navigate = useNavigate();
  const [asks, setAsks] = useState<'delete' | 'run'>();
  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" size="smallIcon" aria-label={`More actions for ${rule.name}`}>
            <MoreHorizontal size={16} aria-hidden />
          </Button>
        }
      >
        {isNarrow && (
          <MenuItem icon={Eye} onSelect={onSaveWaiting}>
            Save and let the first run wait
          </MenuItem>
        )}
        {/* What is not saved would not run. */}
        {runsByHand(rule) && !isDirty && (
          <MenuItem icon={Play} onSelect={() => (rule.is_tried ? setAsks('run') : onTry())}>
            Run now…
          </MenuItem>
        )}
        <MenuItem icon={Copy} onSelect={() => void navigate(paths.copyOfRule(rule.id))}>
          Duplicate
        </MenuItem>
        <MenuItem icon={Trash2} danger onSelect={() => setAsks('delete')}>
          Delete…
        </MenuItem>
      </Menu>
      <RunRuleNow
        rule={asks === 'run' ? rule : undefined}
        onClose={() => setAsks(undefined)}
        onLook={(id) => void navigate(paths.runsOf(id))}
      />
      <DeleteRule
        rule={asks === 'delete' ? rule : undefined}
        onClose={() => setAsks(undefined)}
        onDeleted={() => {
          onDeleted();
          void navigate(paths.automations);
        }}
      />
    </>
  );
}
