import { PlugZap } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { MIN_CONTEXT } from '#contract/assistant/limits.ts';
import type { AssistantSettings, ServerFields } from '#contract/assistant/settings.ts';
import { ApiError } from '#web/api/client.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { KeyField } from './KeyField.tsx';
import { ModelField } from './ModelField.tsx';
import { ProbeCard } from './ProbeCard.tsx';
import { hostOf, initialValues, isSameServer, sentOf, type Values } from './server-values.ts';
import { useProbe, useSetServer, useSwitchOff } from './settings-queries.ts';

const FIELDS = ['url', 'key', 'model', 'vision_model', 'context'] as const;

/** The server of the assistant: tried before it is saved. */
export function ServerForm({ settings }: { settings: AssistantSettings }) {
  const { server, address, key_ends: keyEnds, allows_private: allowsPrivate } = settings;
  const [values, setValues] = useState(() => initialValues(settings));
  const [isAsking, setAsking] = useState(false);
  const probe = useProbe();
  const save = useSetServer();
  const set = (change: Partial<Values>) => setValues({ ...values, ...change });
  /** The models of another server are not those of this one. */
  const setAnother = (change: Partial<Values>) => {
    set(change);
    if (probe.data || probe.error) probe.reset();
  };
  const keepsKey = keyEnds !== null && values.key === null && isSameServer(values.url, address);
  const body = sentOf(values, keepsKey);
  const isChanged = JSON.stringify(values) !== JSON.stringify(initialValues(settings));
  const failed = save.error ?? probe.error;
  const errors = failed instanceof ApiError ? failed.fields : {};
  const error = (name: (typeof FIELDS)[number]) => errors[name]?.[0];
  const other = failed && !FIELDS.some(error) ? failed.message : undefined;
  const host = hostOf(values.url);
  const models = probe.data?.models ?? null;

  function send(fields: ServerFields) {
    setAsking(false);
    save.mutate(fields, {
      onSuccess: (saved) => {
        setValues(initialValues(saved));
        toast({ title: 'Saved' });
      },
    });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const isAnother =
      !server ||
      host !== server.host ||
      values.url.trim() !== address ||
      body.model !== server.model;
    if (isAnother && host && body.model) setAsking(true);
    else send(body);
  }
  const tryIt = () => {
    save.reset();
    const { model, ...rest } = body;
    probe.mutate({ ...rest, ...(model && { model }) });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field
        label="Address"
        error={error('url')}
        hint={`A server that speaks the OpenAI protocol: Ollama, llama.cpp, LM Studio, OpenRouter, OpenAI, Mistral, Anthropic.${allowsPrivate ? '' : ' Addresses in private networks are not allowed here.'}`}
      >
        <Input
          type="url"
          value={values.url}
          maxLength={500}
          placeholder={allowsPrivate ? 'http://127.0.0.1:11434/v1' : 'https://api.example.org/v1'}
          autoComplete="off"
          onChange={({ target }) => setAnother({ url: target.value })}
        />
      </Field>
      <Pair>
        <KeyField
          keyEnds={keepsKey ? keyEnds : null}
          value={values.key}
          error={error('key')}
          onChange={(key) => setAnother({ key })}
        />
        <Field
          label="Context, in tokens"
          error={
            error('context') ??
            (body.context < MIN_CONTEXT ? `Expected a number from ${MIN_CONTEXT}` : undefined)
          }
        >
          <Input
            inputMode="numeric"
            value={values.context}
            onChange={({ target }) => set({ context: target.value })}
          />
        </Field>
      </Pair>
      <Pair>
        <ModelField
          label="Model"
          value={values.model}
          models={models}
          error={error('model')}
          onChange={(model) => set({ model })}
        />
        <ModelField
          label="Model for pictures"
          value={values.vision_model}
          models={models && ['', ...models]}
          error={error('vision_model')}
          onChange={(vision_model) => set({ vision_model })}
        />
      </Pair>
      {other && <Alert>{other}</Alert>}
      <div className="flex flex-wrap items-center gap-2 max-sm:*:grow">
        <Button busy={probe.isPending || !values.url.trim()} onClick={tryIt}>
          <PlugZap size={16} aria-hidden /> {probe.isPending ? 'Trying…' : 'Try it'}
        </Button>
        <Button type="submit" variant="primary" busy={!isChanged || save.isPending}>
          Save
        </Button>
        {server && <SwitchOff />}
      </div>
      {probe.data && (
        <ProbeCard
          probe={probe.data}
          model={body.model}
          visionModel={body.vision_model ?? null}
          context={body.context}
          onContext={(context) => set({ context: String(context) })}
        />
      )}
      {host && values.model && (
        <p className="text-muted text-xs">
          Everyone sees before the first use: ‘Texts are sent to {host}, model {values.model}.’
        </p>
      )}
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Use this server?"
        description={`Texts will be sent to ${host} from now on. Everyone is told before the next use.`}
      >
        <DialogActions>
          <Button onClick={() => setAsking(false)}>Cancel</Button>
          <Button variant="primary" onClick={() => send(body)}>
            Save
          </Button>
        </DialogActions>
      </Dialog>
    </form>
  );
}

const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>
);

function SwitchOff() {
  const [isAsking, setAsking] = useState(false);
  const { mutate: switchOff } = useSwitchOff();
  return (
    <>
      <Button variant="ghost" className="text-danger sm:ml-auto" onClick={() => setAsking(true)}>
        Switch off…
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          switchOff(undefined);
        }}
        title="Switch the assistant off?"
        question="What was written stays. The key is deleted."
        confirm="Switch off"
      />
    </>
  );
}
