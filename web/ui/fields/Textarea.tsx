import type { ComponentProps } from 'react';
import { classes } from '#web/lib/classes.ts';
import { control } from './Field.tsx';
import { useWrittenText } from './written-text.ts';

/** A field for a text of several lines. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  const all = {
    className: classes(control, 'h-auto py-2 leading-relaxed', className),
    ...props,
  };
  // Others have the text of a form, or of the editor's history.
  const isWritten = typeof props.value === 'string' && !('data-field' in props);
  return isWritten ? <WrittenTextarea {...all} /> : <textarea {...all} />;
}

function WrittenTextarea({
  value,
  onChange,
  ref,
  autoFocus,
  ...others
}: ComponentProps<'textarea'>) {
  const { key, props } = useWrittenText(String(value), onChange, ref, autoFocus);
  return <textarea key={key} {...others} {...props} />;
}
