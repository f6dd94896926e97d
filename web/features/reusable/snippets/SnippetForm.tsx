import { snippetText } from '#contract/content/snippet-text.ts';
import {
  MAX_SHORT_NAME,
  MAX_SNIPPET_NAME,
  MAX_SNIPPET_TEXT,
  type SnippetFields,
} from '#contract/content/snippets.ts';
import type { FieldErrors } from '#contract/http/errors.ts';
import { useItemList } from '#web/features/content/items/item-queries.ts';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { Textarea } from '#web/ui/fields/Textarea.tsx';
import { HashtagField } from './HashtagField.tsx';
import { leastTaken, withHashtags } from './snippet-fields.ts';

type Props = {
  fields: SnippetFields;
  onChange: (changes: Partial<SnippetFields>) => void;
  errors: FieldErrors;
  readOnly: boolean;
};

/** What a snippet is made of. */
export function SnippetForm({ fields, onChange, errors, readOnly }: Props) {
  const { name, short_name: short, kind, text, hashtags } = fields;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_160px]">
        <Field label="Name" required error={errors.name?.[0]}>
          <Input
            dir="auto"
            value={name}
            maxLength={MAX_SNIPPET_NAME}
            readOnly={readOnly}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        </Field>
        <Field label="Short name" error={errors.short_name?.[0]}>
          <Input
            value={short === null ? '' : `/${short}`}
            placeholder="/"
            maxLength={MAX_SHORT_NAME + 1}
            readOnly={readOnly}
            autoCapitalize="none"
            onChange={({ target }) => onChange({ short_name: shortNameOf(target.value) })}
            className="font-mono text-[13px]"
          />
        </Field>
      </div>
      {kind === 'text' ? (
        <Field label="Text" required error={errors.text?.[0]}>
          <Textarea
            dir="auto"
            rows={5}
            value={text}
            maxLength={MAX_SNIPPET_TEXT}
            readOnly={readOnly}
            onChange={({ target }) => onChange({ text: target.value })}
          />
        </Field>
      ) : (
        <>
          <HashtagField
            hashtags={hashtags}
            readOnly={readOnly}
            onChange={(next) => onChange(withHashtags(fields, next))}
          />
          {hashtags.length > 0 && (
            <>
              <Taken fields={fields} onChange={onChange} readOnly={readOnly} />
              <AsItWouldBe fields={fields} />
            </>
          )}
        </>
      )}
    </>
  );
}

/** A short name as it is typed, with its slash or without. */
function shortNameOf(typed: string): string | null {
  const name = typed
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]/g, '')
    .replace(/^[_-]+/, '');
  return name || null;
}

type TakenProps = Pick<Props, 'fields' | 'onChange' | 'readOnly'>;

/** How many hashtags a post gets. */
function Taken({ fields: { hashtags, take }, onChange, readOnly }: TakenProps) {
  const count = hashtags.length;
  const pinned = hashtags.filter(({ is_pinned }) => is_pinned).length;
  const least = leastTaken(hashtags);
  const options = Array.from({ length: count - least + 1 }, (_, at) => String(least + at));
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="font-medium">Take</span>
      <Select
        aria-label={`How many of ${count} hashtags a post gets`}
        value={String(take ?? count)}
        options={options.map((value) => ({ value, label: value }))}
        disabled={readOnly}
        onChange={(value) => onChange({ take: Number(value) === count ? null : Number(value) })}
        className="w-16"
      />
      <span>{take === null ? `of ${count}` : `of ${count}, by chance`}</span>
      <p className="min-w-0 basis-72 grow text-muted text-xs">
        {pinned === 1 && 'The pinned one is always there. '}
        {pinned > 1 && 'The pinned ones are always there. '}
        {take !== null && 'A post keeps its own: they don’t change when you open it again.'}
        {pinned === 0 && take === null && 'Choose fewer, and each post gets others.'}
      </p>
    </div>
  );
}

/** Where there are no posts yet. */
const EXAMPLES = ['A post', 'Another post', 'A third post'].map((title, id) => ({ id, title }));

/** What the last posts would get. */
function AsItWouldBe({ fields }: Pick<Props, 'fields'>) {
  const { data } = useItemList({});
  const posts = data?.pages.flatMap(({ results }) => results).slice(0, 3) ?? [];
  return (
    <section aria-label="As it would be" className="flex flex-col gap-1.5">
      <h3 className="font-medium">As it would be</h3>
      <ul className="rounded-base border border-line">
        {(posts.length > 0 ? posts : EXAMPLES).map(({ id, title }) => (
          <li
            key={id}
            className="grid min-h-9 gap-x-4 border-line-soft border-b px-3 py-2 text-[13px] last:border-b-0 sm:grid-cols-[160px_minmax(0,1fr)]"
          >
            <span dir="auto" className="truncate text-muted">
              {title}
            </span>
            <span dir="auto" className="break-words text-accent">
              {snippetText(fields, String(id))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
