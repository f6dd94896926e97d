import { ArrowLeft } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { MAX_TEMPLATE_NAME, type Template, type Variable } from '#contract/content/templates.ts';
import { paths } from '#contract/paths.ts';
import { ApiError } from '#web/api/client.ts';
import { useShownNetworks } from '#web/features/editor/networks/use-shown-networks.ts';
import { EditorTabs } from '#web/features/editor/parts/EditorTabs.tsx';
import type { PartListProps } from '#web/features/editor/parts/PartList.tsx';
import { SingleField } from '#web/features/editor/parts/SingleField.tsx';
import { createEditor } from '#web/features/editor/store/editor.ts';
import { EditorContext } from '#web/features/editor/store/editor-context.ts';
import { saySame } from '#web/features/editor/store/editor-fields.ts';
import { stateFrom } from '#web/features/editor/store/editor-state.ts';
import { useFocusTarget } from '#web/features/editor/store/use-focus-target.ts';
import { SlashPlace } from '#web/features/editor/text/SlashPlace.tsx';
import { DeclaredVariables } from '#web/features/editor/text/TokenMarks.tsx';
import { askForTemplate } from '#web/features/reusable/templates/asked-template.ts';
import { useSaveTemplate } from '#web/features/reusable/templates/template-queries.ts';
import { laterComponent } from '#web/lib/later.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { LeaveGuard } from '#web/ui/overlays/LeaveGuard.tsx';
import { PatternAside } from './PatternAside.tsx';
import { PatternSettings } from './PatternSettings.tsx';
import { declared, fieldsOf, placesOf, templateOf, whatIsMissing } from './pattern-fields.ts';
import { VariableMenu } from './VariableMenu.tsx';

/** Only threads are put in order. */
const PartList = laterComponent<PartListProps>(() =>
  import('#web/features/editor/parts/PartList.tsx').then((module) => module.PartList),
);

/** Nothing of a template is saved as a post. */
const NOWHERE = {
  key: '',
  save: () => Promise.reject(new Error('A template is no post')),
  firstFolder: () => Promise.reject(new Error('A template is no post')),
  ...{ onExists() {}, onCreated() {}, onForgotten() {}, onSaved() {} },
};

/** The editor on a template; undefined is a new one. */
export function TemplateEditor({ template }: { template: Template | undefined }) {
  const navigate = useNavigate();
  const [saved, setSaved] = useState(template);
  const [editor] = useState(() => {
    const base = { fields: fieldsOf(template), saved: undefined };
    // The editor itself saves nothing.
    return createEditor(stateFrom(base, { isPlanned: true }), NOWHERE);
  });
  const [savedFields, setSavedFields] = useState(editor.store.getState().fields);
  const [variables, setVariables] = useState<Variable[]>(template?.variables ?? []);
  const [places, setPlaces] = useState(() => placesOf(template));
  const [theirs, setTheirs] = useState<Template>();
  const fields = useStore(editor.store, (state) => state.fields);
  const save = useSaveTemplate();
  const form = useRef<HTMLFormElement>(null);
  const isDirty =
    !saySame(fields, savedFields) ||
    JSON.stringify([variables, places]) !==
      JSON.stringify([saved?.variables ?? [], placesOf(saved)]);
  const dirty = useRef(isDirty);
  dirty.current = isDirty;
  const missing = whatIsMissing(fields, variables);
  const declare = (name: string) =>
    setVariables((all) =>
      all.some((variable) => variable.name === name) ? all : [...all, declared(name)],
    );

  async function keep(version = saved?.version): Promise<boolean> {
    if (missing || save.isPending) return false;
    try {
      const sent = editor.store.getState().fields;
      const made = await save.mutateAsync({
        ...templateOf(sent, variables),
        ...places,
        ...(saved && { id: saved.id, ...(version !== undefined && { version }) }),
      });
      dirty.current = false;
      setSaved(made);
      setSavedFields(sent);
      setVariables(made.variables);
      setPlaces(placesOf(made));
      setTheirs(undefined);
      if (!saved) void navigate(paths.template(made.id), { replace: true });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'stale')
        setTheirs((error.body as { current?: Template }).current);
      return false;
    }
  }
  function onSubmit(event: FormEvent) {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    void keep();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void keep();
  }
  return (
    <EditorContext value={editor}>
      <DeclaredVariables value={variables.map(({ name }) => name)}>
        <title>Edit Template</title>
        <form
          ref={form}
          onSubmit={onSubmit}
          onKeyDown={onKeyDown}
          noValidate
          className="flex min-w-0 grow flex-col"
        >
          <FocusTarget form={form} />
          <SlashPlace isPattern />
          <div
            data-sticks
            className="sticky top-12 z-20 flex min-h-12 shrink-0 flex-wrap items-center gap-2 border-line border-b bg-surface px-4 py-1.5"
          >
            <Button asChild variant="ghost" size="bar" className="-ml-2 px-2">
              <Link to={paths.templates} title="Back to Templates">
                <ArrowLeft size={16} aria-hidden />
                <span className="max-lg:sr-only">Back to Templates</span>
              </Link>
            </Button>
            <h1 className="font-semibold text-[15px]">Edit Template</h1>
            <EditorTabs />
            <span role="status" className="min-w-0 grow text-right text-[13px] text-muted">
              {saved && !isDirty ? 'Saved' : isDirty ? (missing ?? 'Not saved') : ''}
            </span>
            {saved && (
              <Button
                size="bar"
                disabled={isDirty}
                title={isDirty ? 'Save the changes first' : undefined}
                onClick={() => askForTemplate({ template: saved.id })}
              >
                Use template
              </Button>
            )}
            <Button
              type="submit"
              variant="primary"
              size="bar"
              disabled={missing !== undefined || !isDirty}
              busy={save.isPending}
            >
              Save Changes
            </Button>
          </div>
          {theirs && (
            <div className="p-4 pb-0">
              <Alert>
                Somebody else has saved this template.{' '}
                <Button size="small" onClick={() => void keep(theirs.version)}>
                  Save mine in its place
                </Button>
              </Alert>
            </div>
          )}
          <div className="grid grow lg:grid-cols-[minmax(0,1fr)_360px] 2xl:grid-cols-[minmax(0,1fr)_400px_300px]">
            <div className="mx-auto flex w-full min-w-0 max-w-[704px] flex-col gap-4 px-4 py-5 lg:px-8 lg:pt-10">
              <Field label="Name" required hint="Name of the template. Type {{ for a variable.">
                <Input
                  dir="auto"
                  data-field="description"
                  value={fields.description}
                  maxLength={MAX_TEMPLATE_NAME}
                  onChange={({ target }) => editor.edit({ description: target.value })}
                />
              </Field>
              <VariableMenu variables={variables} onDeclare={declare}>
                <PatternParts kind={fields.kind} />
              </VariableMenu>
            </div>
            <aside
              aria-label="Preview"
              className="min-w-0 border-line bg-page max-lg:border-t lg:border-l"
            >
              <PatternAside
                variables={variables}
                lastValues={saved?.last_values ?? {}}
                onDeclare={declare}
              />
            </aside>
            <div className="min-w-0 border-line border-t lg:col-start-2 lg:border-l 2xl:col-start-3 2xl:border-t-0">
              <PatternSettings
                {...{ variables, places }}
                onVariables={setVariables}
                onPlaces={setPlaces}
              />
            </div>
          </div>
        </form>
        <LeaveGuard dirty={dirty} question="What you changed in the template has not been saved." />
      </DeclaredVariables>
    </EditorContext>
  );
}

function FocusTarget({ form }: { form: React.RefObject<HTMLFormElement | null> }) {
  useFocusTarget(form);
  return null;
}

function PatternParts({ kind }: { kind: 'single' | 'thread' }) {
  const { network } = useShownNetworks();
  return kind === 'thread' ? (
    <PartList network={network} focusOn={undefined} dock={null} />
  ) : (
    <SingleField network={network} dock={null} />
  );
}
