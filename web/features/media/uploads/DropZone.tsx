import { type ReactNode, useState } from 'react';
import { classes } from '#web/lib/classes.ts';
import { hasFiles, pastedFiles } from './transferred-files.ts';

type Props = {
  onFiles: (files: File[]) => void;
  /** What happens when files are dropped. */
  label: string;
  disabled?: boolean;
  className?: string;
  children: ReactNode;
};

/** An area that takes files that are dropped or pasted. */
export function DropZone({ onFiles, label, disabled, className, children }: Props) {
  // Entering a child leaves its parent.
  const [depth, setDepth] = useState(0);
  if (disabled) return <div className={className}>{children}</div>;
  const take = (files: readonly File[]) => files.length > 0 && onFiles([...files]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: everything has a button as well.
    <div
      className={classes('relative', className)}
      onDragEnter={(event) => {
        if (hasFiles(event.dataTransfer)) setDepth((now) => now + 1);
      }}
      onDragLeave={(event) => {
        if (hasFiles(event.dataTransfer)) setDepth((now) => Math.max(0, now - 1));
      }}
      onDragOver={(event) => {
        if (hasFiles(event.dataTransfer)) event.preventDefault();
      }}
      onDrop={(event) => {
        setDepth(0);
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        take([...event.dataTransfer.files]);
      }}
      onPaste={(event) => {
        const files = pastedFiles(event.clipboardData);
        if (files.length) event.preventDefault();
        take(files);
      }}
    >
      {children}
      {depth > 0 && (
        <div className="pointer-events-none absolute inset-0 z-30 grid place-items-center rounded-base border-2 border-accent-solid border-dashed bg-surface/80">
          <p className="sticky top-1/3 font-medium">{label}</p>
        </div>
      )}
    </div>
  );
}
