/** What can be filled in, but for what need not be. */
const FIELDS = ':is(input, textarea, button, [role=combobox]):enabled';

/**
 * Focuses what is missing or wrong in a block of a rule: the first field that is not valid, else the
 * first empty one, else the first one.
 * @returns whether it has any field
 */
export function focusGap(block: Element | null | undefined): boolean {
  const fields = [...(block?.querySelectorAll<HTMLElement>(FIELDS) ?? [])].filter(
    (field) => !isAside(field),
  );
  const found = fields.find(isInvalid) ?? fields.find(isEmpty) ?? fields[0];
  found?.focus();
  found?.scrollIntoView({ block: 'nearest' });
  return found !== undefined;
}

/** The field of a block that has the focus, by its place in it; undefined where none has. */
export function focusedIn(block: Element): number | undefined {
  const at = [...block.querySelectorAll(FIELDS)].indexOf(document.activeElement as Element);
  return at < 0 ? undefined : at;
}

export const focusAt = (block: Element | null, at: number): void =>
  block?.querySelectorAll<HTMLElement>(FIELDS)[at]?.focus();

/** The message itself, and what removes the block. */
const isAside = (field: HTMLElement) => field.closest('[data-aside]') !== null;

const isInvalid = (field: HTMLElement) =>
  field instanceof HTMLInputElement && field.type === 'number' && !field.validity.valid;

function isEmpty(field: HTMLElement): boolean {
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio'))
    return field.required && !field.checked;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    return field.value === '';
  if (field.role === 'combobox') return field.dataset.value === '';
  const choices = field.closest('fieldset')?.querySelectorAll('[aria-pressed]');
  return (
    field.ariaPressed !== null &&
    choices !== undefined &&
    ![...choices].some(({ ariaPressed }) => ariaPressed === 'true')
  );
}
