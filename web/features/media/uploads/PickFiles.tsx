import { cloneElement, type ReactElement, useRef } from 'react';
import { MEDIA_TYPES } from '#contract/media/media.ts';

type Props = {
  onFiles: (files: File[]) => void;
  multiple?: boolean;
  /** The button. */
  children: ReactElement<{ onClick?: () => void }>;
};

/** Other videos may be converted. Phones convert photos themselves where these are not listed. */
const ACCEPTED = [...Object.keys(MEDIA_TYPES), 'video/*', '.mkv', '.avi', '.3gp'].join(',');

/** A button that lets files of this device be chosen. */
export function PickFiles({ onFiles, multiple = true, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED}
        multiple={multiple}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // The same file can be chosen again.
          target.value = '';
          if (files.length) onFiles(files);
        }}
      />
      {cloneElement(children, { onClick: () => input.current?.click() })}
    </>
  );
}
