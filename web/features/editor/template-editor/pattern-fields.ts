import type {
  Template,
  TemplateInput,
  TemplatePlaces,
  Variable,
} from '#contract/content/templates.ts';
import { undeclaredIn } from '#contract/content/variables.ts';
import { blankFields, type EditorFields } from '#web/features/editor/store/editor-fields.ts';
import { newPart } from '#web/features/editor/store/parts.ts';

/** The fields of the editor for a template; its description is the name. */
export function fieldsOf(template: Template | undefined): EditorFields {
  if (!template) return blankFields('single', null);
  const { name, is_thread: isThread, items, tags, language, folder } = template;
  return {
    ...blankFields(isThread ? 'thread' : 'single', folder),
    description: name,
    tags,
    language,
    parts: items.map((part) => newPart(part)),
  };
}

/** What is saved. */
export const templateOf = (
  { description, kind, folder, tags, language, parts }: EditorFields,
  variables: Variable[],
): TemplateInput & Pick<Template, 'items'> => ({
  name: description.trim(),
  is_thread: kind === 'thread',
  ...{ folder, tags, language, variables },
  items: parts.map(({ content, network_texts, media }) => ({ content, network_texts, media })),
});

/** Where its posts are proposed for. */
export const placesOf = (template: Template | undefined): TemplatePlaces => ({
  channel_set: template?.channel_set ?? null,
  channels: template?.channels ?? [],
  options: template?.options ?? {},
});

/** Why it can't be saved; undefined where it can. */
export function whatIsMissing({ description, parts }: EditorFields, variables: Variable[]) {
  if (description.trim() === '') return 'Enter a name';
  if (parts.some(({ content }) => content.trim() === '')) return 'All parts must have a text';
  const unnamed = variables.find(({ label }) => label.trim() === '');
  if (unnamed) return `Enter a label for ${unnamed.name}`;
  const empty = variables.find(({ kind, choices }) => kind === 'choice' && choices.length === 0);
  return empty && `Enter the choices of ${empty.label}`;
}

/** The names that no variable has. */
export const undeclared = ({ parts }: EditorFields, variables: readonly Variable[]) =>
  undeclaredIn(
    parts.flatMap(({ content, network_texts: own, media }) => [
      content,
      ...Object.values(own),
      ...media.map(({ alt }) => alt),
    ]),
    variables.map(({ name }) => name),
  );

/** A variable that was declared just now. */
export const declared = (name: string): Variable => ({
  name,
  label: name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' '),
  ...{ kind: 'text', choices: [], default: null, is_required: true },
});
