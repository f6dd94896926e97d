import { useState } from 'react';
import {
  SNIPPET_KINDS,
  type Snippet,
  type SnippetFields,
  type SnippetKind,
} from '#contract/content/snippets.ts';
import { ApiError } from '#web/api/client.ts';
import { useCan } from '#web/api/workspace.ts';
import { DetailMenu } from '#web/features/reusable/templates/DetailMenu.tsx';
import { Detail } from '#web/features/reusable/templates/ListBeside.tsx';
import { useAutosave } from '#web/lib/drafts/use-autosave.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { SaveState } from '#web/ui/feedback/SaveState.tsx';
import { Segments } from '#web/ui/fields/Segments.tsx';
import { EndsOn } from './EndsOn.tsx';
import { SnippetForm } from './SnippetForm.tsx';
import { emptySnippet, fieldsOfSnippet, missingInSnippet } from './snippet-fields.ts';
import { saveSnippet, useCreateSnippet, useDeleteSnippet } from './snippet-queries.ts';

/** A snippet that is there: it saves by itself. `onBack`: to the list, also once it is deleted. */
export function SnippetDetail({ snippet, onBack }: { snippet: Snippet; onBack: () => void }) {
  const writes = useCan('write');
  const remove = useDeleteSnippet();
  const saving = useAutosave<SnippetFields, Snippet>({
    saved: snippet,
    fieldsOf: fieldsOfSnippet,
    missing: missingInSnippet,
    save: saveSnippet,
  });
  const { fields, change, error, missing, settle } = saving;
  const failure = error instanceof ApiError ? error : undefined;
  const theirs = failure?.code === 'stale' ? (failure.body.current as Snippet) : undefined;
  const errors = failure?.fields ?? {};
  const isNamed = ['name', 'short_name', 'text'].some((field) => field in errors);
  return (
    <Detail
      name={fields.name || 'Snippet'}
      list="Snippets"
      onBack={onBack}
      head={
        writes && (
          <>
            <SaveState saving={saving} />
            <DetailMenu
              name={snippet.name}
              question="Texts that have it keep it."
              onDelete={() => remove.mutate(snippet.id, { onSuccess: onBack })}
            />
          </>
        )
      }
    >
      {theirs && (
        <Alert>
          Somebody else has saved this snippet.{' '}
          <Button size="small" onClick={() => settle(theirs, true)}>
            Save mine in its place
          </Button>{' '}
          <Button size="small" onClick={() => settle(theirs, false)}>
            Take theirs
          </Button>
        </Alert>
      )}
      {error && !theirs && !isNamed && (
        <Alert>{error.message || 'The server didn’t answer. What you wrote is kept here.'}</Alert>
      )}
      {missing && <p className="text-danger">{missing} to save it.</p>}
      <SnippetForm fields={fields} onChange={change} errors={errors} readOnly={!writes} />
      <EndsOn snippet={snippet.id} readOnly={!writes} />
    </Detail>
  );
}

const KIND_OPTIONS = SNIPPET_KINDS.map((value) => ({
  value,
  label: value === 'text' ? 'Text' : 'Hashtag group',
}));

/** A snippet that is not there yet. */
export function NewSnippet({
  onMade,
  onBack,
}: {
  onMade: (id: number) => void;
  onBack: () => void;
}) {
  const create = useCreateSnippet();
  const [fields, setFields] = useState(() => emptySnippet('text'));
  const missing = missingInSnippet(fields);
  const errors = create.error instanceof ApiError ? create.error.fields : {};
  return (
    <Detail name="New snippet" list="Snippets" onBack={onBack}>
      <form
        className="flex flex-col gap-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (missing === undefined) create.mutate(fields, { onSuccess: ({ id }) => onMade(id) });
        }}
      >
        <div>
          <Segments
            label="Kind"
            value={fields.kind}
            options={KIND_OPTIONS}
            onChange={(kind: SnippetKind) => setFields({ ...fields, kind })}
          />
        </div>
        <SnippetForm
          fields={fields}
          onChange={(changes) => setFields({ ...fields, ...changes })}
          errors={errors}
          readOnly={false}
        />
        <div className="flex items-center gap-3">
          <Button
            type="submit"
            variant="primary"
            disabled={missing !== undefined}
            busy={create.isPending}
          >
            Create snippet
          </Button>
          <span className="text-[13px] text-muted">{missing}</span>
        </div>
      </form>
    </Detail>
  );
}
