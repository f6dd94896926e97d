import { Command } from 'cmdk';
import { useState } from 'react';
import byEmoji from 'unicode-emoji-json/data-by-emoji.json';
import { foundEmoji } from './found-emoji.ts';

const ALL = Object.entries(byEmoji).map(([emoji, { name }]) => ({ emoji, name }));

/** Finds an emoji by words of its name, with keys alone. */
export function EmojiPicker({ onChoose }: { onChoose: (emoji: string) => void }) {
  const [text, setText] = useState('');
  const found = foundEmoji(ALL, text);
  return (
    <Command shouldFilter={false} loop vimBindings={false} label="Emoji">
      <Command.Input
        autoFocus
        value={text}
        onValueChange={setText}
        placeholder="Find an emoji by its name"
        className="h-10 w-full border-line border-b bg-transparent px-3 outline-none"
      />
      <Command.List label="Emoji" className="max-h-64 overflow-y-auto overscroll-contain p-1">
        {found.map(({ emoji, name }) => (
          <Command.Item
            key={emoji}
            value={emoji}
            onSelect={() => onChoose(emoji)}
            className="flex h-9 cursor-pointer items-center gap-3 rounded-sm px-2 text-[13px] aria-selected:bg-hover"
          >
            <span aria-hidden className="text-xl">
              {emoji}
            </span>
            <span className="truncate">{name}</span>
          </Command.Item>
        ))}
        <Command.Empty className="px-2 py-6 text-center text-muted">Nothing found.</Command.Empty>
      </Command.List>
    </Command>
  );
}
