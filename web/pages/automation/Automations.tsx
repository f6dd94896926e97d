import { RulesView } from '#web/features/automation/rules/RulesView.tsx';

/** Rules that act by themselves. */
export default function AutomationsPage() {
  return (
    <>
      <title>Automations</title>
      <RulesView />
    </>
  );
}
