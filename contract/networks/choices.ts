import { type Choice, ON } from './network-rules.ts';

/** Why a network does not take what was chosen; undefined where it does. */
export function wrongChoice(
  choices: readonly Choice[],
  given: Readonly<Record<string, string>>,
): string | undefined {
  for (const [name, value] of Object.entries(given)) {
    const choice = choices.find((entry) => entry.name === name);
    if (!choice) return `There is no option '${name}' for this network.`;
    const { label, values, max = 0 } = choice;
    if (choice.isSwitch && value !== ON && value !== '')
      return `${label}: expected '${ON}', or nothing.`;
    if (values && !values.some((entry) => entry.value === value))
      return `${label}: expected one of ${values.map((entry) => entry.value).join(', ')}.`;
    if (!values && !choice.isSwitch && value.length > max)
      return `${label} must be at most ${max} characters`;
  }
  return undefined;
}
