import { CircleAlert, Clock } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { fillTemplate, wrongValue } from '#contract/content/filled-template.ts';
import { customisedNetworks, textFor } from '#contract/content/items.ts';
import type { Template, Values } from '#contract/content/templates.ts';
import { isFixed, tokensIn } from '#contract/content/variables.ts';
import { limitOf, networks } from '#contract/networks/networks.ts';
import { paths } from '#contract/paths.ts';
import { withFixed } from '#contract/publishing/fixed-variables.ts';
import { folderOptions } from '#web/features/content/folders/folder-options.tsx';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { NetworkSwitch } from '#web/features/publishing/preview/NetworkSwitch.tsx';
import { useFixedFacts } from '#web/features/publishing/preview/use-fixed-facts.ts';
import { MOD } from '#web/lib/keyboard/keys.ts';
import { randomKey } from '#web/lib/random-key.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { Ring } from '#web/ui/Ring.tsx';
import type { AskedTemplate } from './asked-template.ts';
import { makeFromTemplate } from './make-from-template.ts';
import { PatternPreview } from './PatternPreview.tsx';
import { trashDraft } from './trash-draft.ts';
import { useOfferedNetworks } from './use-offered-networks.ts';
import { VariableField } from './VariableField.tsx';

type Props = { template: Template; asked: AskedTemplate; onClose: () => void };

/** What was filled in at the last use, as far as it is still asked for. */
const keptValues = ({ variables, last_values: last }: Template): Values =>
  Object.fromEntries(
    variables.flatMap(({ name, is_required: required }) =>
      !required && last[name] ? [[name, last[name]]] : [],
    ),
  );

/** The values of a use of a template, beside what becomes of it. */
export function UseForm({ template, asked, onClose }: Props) {
  const { variables, items, language, name } = template;
  const navigate = useNavigate();
  const folders = (useFolders().data ?? []).filter(({ id }) => id > 0);
  const kept = keptValues(template);
  const [values, setValues] = useState<Values>(kept);
  const [folder, setFolder] = useState(asked.folder ?? template.folder ?? undefined);
  const [isMaking, setMaking] = useState(false);
  const key = useRef(randomKey());
  const form = useFocusOnEmpty();
  const { network, offered, accounts } = useOfferedNetworks(items);
  const channel = accounts.get(network)?.handle;
  const facts = useFixedFacts({ network, channel });
  const wrong = variables.flatMap((variable) => wrongValue(variable, values) ?? []);
  const problem = wrong[0] ?? (folder === undefined ? 'Folder is missing' : undefined);
  const filled = withFixed(
    fillTemplate(template, values).map((part) => ({
      ...{ text: textFor(part, network), media: part.media, language, isComment: false },
    })),
    facts,
  );
  const fixed = items
    .flatMap(({ content }) => tokensIn(content))
    .find((token) => !token.isLiteral && isFixed(token.name));

  async function make() {
    if (problem || folder === undefined || isMaking) return;
    setMaking(true);
    try {
      const item = await makeFromTemplate({
        ...{ template, values, folder, at: asked.at, key: key.current },
      });
      onClose();
      void navigate(paths.editContent(item.id));
      toast({
        title: `Draft made from ${name}`,
        action: {
          label: 'Undo',
          run: () => void trashDraft(item.id, () => navigate(paths.templates, { flushSync: true })),
        },
      });
    } catch (error) {
      const description = (error as Error).message || 'The draft couldn’t be made.';
      toast({ title: 'Error', description, variant: 'destructive' });
      setMaking(false);
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      void make();
    } else if (event.target instanceof HTMLInputElement) {
      // Enter goes on to the next field.
      event.preventDefault();
      const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-variable]')];
      fields[fields.indexOf(event.target) + 1]?.focus();
    }
  }

  return (
    <form
      ref={form}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
      className="flex min-h-0 grow flex-col"
    >
      <div className="min-h-0 grow overflow-y-auto md:grid md:grid-cols-[376px_minmax(0,1fr)] md:overflow-hidden">
        <div className="flex flex-col gap-4 p-4 md:overflow-y-auto md:border-line md:border-r md:p-6">
          {variables.map((variable) => (
            <VariableField
              key={variable.name}
              variable={variable}
              values={values}
              onChange={(value) => setValues((all) => ({ ...all, [variable.name]: value }))}
              hint={
                kept[variable.name] && values[variable.name] === kept[variable.name] ? (
                  <>
                    Kept from the last use.{' '}
                    <button
                      type="button"
                      className="text-accent underline"
                      onClick={() => setValues((all) => ({ ...all, [variable.name]: '' }))}
                    >
                      Clear
                    </button>
                  </>
                ) : undefined
              }
            />
          ))}
          <Field label="Folder" required>
            <Select
              value={folder === undefined ? undefined : String(folder)}
              placeholder="Select a folder"
              options={folderOptions(folders)}
              onChange={(chosen) => setFolder(Number(chosen))}
            />
          </Field>
        </div>
        <div className="flex flex-col gap-3 bg-page p-4 md:overflow-y-auto">
          <NetworkSwitch
            network={network}
            networks={offered}
            customised={customisedNetworks(items)}
          />
          <PatternPreview template={template} network={network} values={values} facts={facts} />
          <p className="flex flex-wrap gap-4 text-muted text-xs">
            {filled.map(({ text, media }, at) => {
              const used = networks[network].count(text);
              const limit = limitOf(network, {}, media.length > 0);
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: parts of a pattern have no ids
                <span key={at} className="inline-flex items-center gap-1.5 tabular-nums">
                  {filled.length > 1 && (at === 0 ? 'Root' : `Item ${at + 1}`)}
                  <Ring used={used} limit={limit} /> {used} / {limit}
                </span>
              );
            })}
          </p>
          {fixed && (
            <p className="flex items-center gap-1.5 text-muted text-xs">
              <Clock size={14} aria-hidden /> What is dotted stands for what it is when it goes out.
              It changes with the date you choose.
            </p>
          )}
        </div>
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-t p-4 md:px-6">
        <p
          role="status"
          className="flex min-w-0 grow items-center gap-1.5 text-muted max-md:basis-full"
        >
          {problem && (
            <>
              <CircleAlert size={16} aria-hidden className="shrink-0 text-warning" /> {problem}
            </>
          )}
        </p>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={problem !== undefined || isMaking}>
          Make draft{' '}
          <kbd aria-hidden className="font-sans text-[11px] max-md:hidden">{`${MOD} ↵`}</kbd>
        </Button>
      </div>
    </form>
  );
}

/** A form whose first empty field has the focus at first. */
function useFocusOnEmpty() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const fields = form.current?.querySelectorAll<HTMLInputElement>('[data-variable]') ?? [];
    [...fields].find(({ value }) => value === '')?.focus();
  }, []);
  return form;
}
