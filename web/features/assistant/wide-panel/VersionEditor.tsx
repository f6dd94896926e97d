import { useState } from 'react';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { CountLine } from '#web/features/assistant/panel-parts/CountLine.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Textarea } from '#web/ui/fields/Textarea.tsx';
import { Keys } from '#web/ui/text/Keys.tsx';
import type { Version } from './versions.ts';

type Props = {
  version: Version;
  onEdit: (texts: readonly string[]) => void;
  onClose: () => void;
};

/** Changes a proposal before it is taken. */
export function VersionEditor({ version: { network, texts }, onEdit, onClose }: Props) {
  const [written, write] = useState(() => texts.map(({ proposed }) => proposed));
  function finish() {
    if (written.every((text) => text.trim() !== '')) onEdit(written);
    onClose();
  }
  return (
    <div className="flex flex-col gap-2 px-4 pb-3">
      {texts.map(({ key, counting }, at) => (
        <div key={key}>
          <Textarea
            dir="auto"
            aria-label={
              texts.length > 1
                ? `Item ${at + 1} for ${NETWORK_NAMES[network]}`
                : `Version for ${NETWORK_NAMES[network]}`
            }
            autoFocus={at === 0}
            value={written[at] ?? ''}
            onChange={({ target }) => write(written.with(at, target.value))}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              finish();
            }}
            className="field-sizing-content min-h-16 resize-none text-[15px] leading-[22px]"
          />
          <div className="-mx-4">
            <CountLine text={written[at] ?? ''} counting={counting} />
          </div>
        </div>
      ))}
      <div className="flex gap-1.5">
        <Button variant="soft" size="small" onClick={finish} className="max-md:h-11">
          Done <Keys>Ctrl ↵</Keys>
        </Button>
        <Button variant="ghost" size="small" onClick={onClose} className="max-md:h-11">
          Cancel <Keys>Esc</Keys>
        </Button>
      </div>
    </div>
  );
}
