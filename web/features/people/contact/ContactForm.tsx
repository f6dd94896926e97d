import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Contact, sendContact } from '#contract/people/contact.ts';
import { ApiError, call } from '#web/api/client.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Textarea } from '#web/ui/fields/Textarea.tsx';
import { toast } from '#web/ui/overlays/toast.ts';

const SHOWN_MS = 5000;

/** The contact form; validated at every change (docs/domain/pages.md, 'Public pages'). */
export function ContactForm() {
  const [failure, setFailure] = useState<string>();
  const [sent, setSent] = useState(false);
  // Without default values: text that was typed before hydration is kept.
  const form = useForm({ resolver: zodResolver(Contact), mode: 'onChange' });
  const { errors, isSubmitting, isValid } = form.formState;
  // Validates text that was typed before hydration.
  useEffect(() => {
    for (const name of Contact.keyof().options) if (form.getValues(name)) void form.trigger(name);
  }, [form]);
  useEffect(() => {
    if (!sent) return;
    const timer = setTimeout(() => setSent(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [sent]);

  const submit = form.handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      await call(sendContact, { body });
      form.reset();
      setSent(true);
      toast({ title: 'Message sent successfully!', duration: SHOWN_MS });
    } catch (error) {
      setFailure(contactFailure(error));
    }
  });

  return (
    <form
      method="post"
      aria-label="Contact"
      onSubmit={submit}
      noValidate
      className="flex flex-col gap-4 text-sm leading-normal"
    >
      <noscript>Sending a message needs JavaScript.</noscript>
      {failure && <Alert>{failure}</Alert>}
      {sent && (
        <p role="status" className="rounded-base border border-accent bg-accent-soft px-4 py-3">
          Thank you for your message. We will get back to you within 24 hours.
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" required error={errors.name?.message}>
          <Input autoComplete="name" required {...form.register('name')} />
        </Field>
        <Field label="Email" required error={errors.email?.message}>
          <Input type="email" autoComplete="email" required {...form.register('email')} />
        </Field>
      </div>
      <Field label="Subject" required error={errors.subject?.message}>
        <Input required {...form.register('subject')} />
      </Field>
      <Field label="Message" required error={errors.message?.message}>
        <Textarea rows={6} required {...form.register('message')} />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="large"
        disabled={!isValid || isSubmitting}
        className="self-start"
      >
        {isSubmitting ? 'Sending...' : 'Send Message'}
      </Button>
    </form>
  );
}

/** The messages of the fields joined, else that of the server or the network. */
function contactFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return (error as Error).message || 'Failed to send message';
  const fields = Object.values((error.body.errors ?? {}) as Record<string, string[]>).flat();
  const said =
    error.status === 0 ? (error.cause as Error | undefined)?.message : error.body.message;
  return fields.join(', ') || (typeof said === 'string' && said) || 'Failed to send message';
}
