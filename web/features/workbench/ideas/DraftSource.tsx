import { useMutation } from '@tanstack/react-query';
import { CircleCheck, LoaderCircle } from 'lucide-react';
import { type FormEvent, useRef } from 'react';
import { MAX_RUN_TEXT } from '#contract/assistant/limits.ts';
import { readPage } from '#contract/assistant/sources.ts';
import { ApiError, call } from '#web/api/client.ts';
import { PostChoice } from '#web/features/content/items/PostChoice.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Segments } from '#web/ui/fields/Segments.tsx';
import { Textarea } from '#web/ui/fields/Textarea.tsx';
import type { DraftForm, Source } from './draft-form.ts';
import { ReadCard } from './ReadCard.tsx';

const SOURCES: readonly { value: Source; label: string }[] = [
  { value: 'notes', label: 'Notes' },
  { value: 'link', label: 'Link' },
  { value: 'post', label: 'Existing post' },
];

type Props = { form: DraftForm; set: (change: Partial<DraftForm>) => void };

/** What drafts are made from. */
export function DraftSource({ form, set }: Props) {
  const { source, notes, post } = form;
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <span aria-hidden className="font-medium max-md:hidden">
          From
        </span>
        <div className="*:flex *:w-full [&_button]:grow [&_button]:justify-center max-md:[&_button]:h-10">
          <Segments
            label="From"
            value={source}
            options={SOURCES}
            onChange={(source) => set({ source })}
          />
        </div>
      </div>
      {source === 'notes' && (
        <Field label="Notes">
          <Textarea
            rows={7}
            value={notes}
            maxLength={MAX_RUN_TEXT}
            placeholder="What happened, what is new, what you want to say"
            onChange={({ target }) => set({ notes: target.value })}
          />
        </Field>
      )}
      {source === 'link' && <LinkSource form={form} set={set} />}
      {source === 'post' && (
        <PostChoice
          label="Existing post"
          chosen={post ? [post.id] : []}
          onChoose={(post) => set({ post })}
          className="h-52"
        />
      )}
    </>
  );
}

function LinkSource({ form: { url, page }, set }: Props) {
  const asked = useRef(page?.url ?? '');
  const reading = useMutation({
    mutationFn: (url: string) => call(readPage, { query: { url } }),
    onSuccess: (page, url) => {
      // Another link may have been written meanwhile.
      if (asked.current === url) set({ page });
    },
  });
  function read(wanted: string) {
    if (!wanted || wanted === asked.current) return;
    asked.current = wanted;
    set({ url: wanted, page: undefined });
    reading.mutate(wanted);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    read(url.trim());
  };
  const { error } = reading;
  const said =
    error instanceof ApiError
      ? (error.fields.url?.[0] ?? (error.message || 'The page couldn’t be read.'))
      : undefined;
  const isReading = reading.isPending;
  const Mark = isReading ? LoaderCircle : CircleCheck;
  return (
    <>
      <form onSubmit={submit} noValidate className="relative">
        <Field label="Link" error={isReading ? undefined : said}>
          <Input
            type="url"
            inputMode="url"
            value={url}
            maxLength={2000}
            placeholder="https://"
            autoComplete="off"
            className="pr-10"
            onChange={({ target }) => {
              asked.current = '';
              reading.reset();
              set({ url: target.value, page: undefined });
            }}
            onBlur={() => read(url.trim())}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text').trim();
              if (url || !URL.canParse(pasted)) return;
              event.preventDefault();
              read(pasted);
            }}
          />
        </Field>
        {(isReading || page) && (
          <Mark
            size={16}
            aria-hidden
            className={
              isReading
                ? 'absolute top-[38px] right-3 animate-spin text-muted max-md:top-[42px]'
                : 'absolute top-[38px] right-3 text-fine max-md:top-[42px]'
            }
          />
        )}
        <p role="status" className="sr-only">
          {isReading ? 'Reading the page' : page ? 'The page was read' : ''}
        </p>
      </form>
      {page && <ReadCard page={page} />}
    </>
  );
}
