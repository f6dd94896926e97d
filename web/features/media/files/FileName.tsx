import { Pencil, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Input } from '#web/ui/fields/Field.tsx';

type Props = {
  name: string;
  /** Undefined where it cannot be changed. */
  onRename: ((name: string) => void) | undefined;
  /** Undefined where the panel is closed elsewhere. */
  onClose: (() => void) | undefined;
};

/** The head of a file: its name, which can be changed. */
export function FileName({ name, onRename, onClose }: Props) {
  const [renaming, setRenaming] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  return (
    <div className="flex min-h-14 shrink-0 items-center gap-1 border-line border-b pr-2 pl-4">
      {renaming ? (
        <NameInput
          name={name}
          onDone={(next) => {
            setRenaming(false);
            requestAnimationFrame(() => rename.current?.focus());
            if (next && next !== name) onRename?.(next);
          }}
        />
      ) : (
        <h2 dir="auto" title={name} className="min-w-0 grow truncate font-semibold">
          {name}
        </h2>
      )}
      {onRename && !renaming && (
        <Button
          ref={rename}
          variant="ghost"
          size="icon"
          aria-label="Rename"
          onClick={() => setRenaming(true)}
        >
          <Pencil size={16} aria-hidden />
        </Button>
      )}
      {onClose && (
        <Button variant="ghost" size="icon" aria-label="Close the file" onClick={onClose}>
          <X size={16} aria-hidden />
        </Button>
      )}
    </div>
  );
}

function NameInput({ name, onDone }: { name: string; onDone: (name: string | null) => void }) {
  const [text, setText] = useState(name);
  return (
    <Input
      aria-label="File name"
      autoFocus
      value={text}
      maxLength={255}
      className="min-w-0 grow"
      onChange={({ target }) => setText(target.value)}
      onBlur={() => onDone(text.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone(text.trim());
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onDone(null);
      }}
    />
  );
}
