import { ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import { PANEL } from '#web/features/assistant/asking/use-named-keys.ts';
import type { Panel } from '#web/features/assistant/asking/use-panel.ts';
import { plural } from '#web/lib/text.ts';
import { PHONE, useMedia } from '#web/lib/use-media.ts';
import { Menu, MenuChoice } from '#web/ui/overlays/Menu.tsx';

type Scope = 'words' | 'part' | 'post';

/** What is asked about: the selected words, the part, or the whole post. */
export function ScopeMenu({ panel: { host, words, isWhole, setWhole } }: { panel: Panel }) {
  const count = words && host.text.slice(words.start, words.end).trim().split(/\s+/).length;
  const options: { value: Scope; label: string }[] = [
    ...(count ? [{ value: 'words' as const, label: plural(count, 'word') }] : []),
    { value: 'part', label: host.partName },
    { value: 'post', label: 'Whole post' },
  ];
  const scope: Scope = host.isPost ? 'post' : words && !isWhole ? 'words' : 'part';
  const box = useRef<HTMLSpanElement>(null);
  const isPhone = useMedia(PHONE);
  return (
    <span ref={box} className="contents">
      <Menu
        trigger={
          <button
            type="button"
            title="What it is about"
            className="flex h-7 shrink-0 items-center gap-1 rounded-sm px-2 font-medium text-muted text-xs hover:bg-hover max-md:h-11"
          >
            {options.find(({ value }) => value === scope)?.label}
            <ChevronDown size={12} aria-hidden />
          </button>
        }
      >
        <MenuChoice
          label="What it is about"
          value={scope}
          options={options}
          onChange={(next) => {
            setWhole(next !== 'words');
            host.setPost(next === 'post');
            // What is typed next is the instruction, and ↓ goes into the actions.
            // On a phone the keyboard would cover them.
            if (!isPhone) box.current?.closest(`[${PANEL}]`)?.querySelector('textarea')?.focus();
          }}
        />
      </Menu>
    </span>
  );
}
