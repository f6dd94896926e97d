import type { ComponentProps } from 'react';
import { useWrittenText } from './written-text.ts';

/**
 * A field for a text that is also written by a script: its undo is that of the browser. Without a
 * value it is a plain one.
 */
export function WrittenInput(props: ComponentProps<'input'>) {
  return typeof props.value === 'string' ? <Written {...props} /> : <input {...props} />;
}

function Written({ value, onChange, ref, autoFocus, ...others }: ComponentProps<'input'>) {
  const { key, props } = useWrittenText(String(value), onChange, ref, autoFocus);
  return <input key={key} {...others} {...props} />;
}
