import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from '#web/lib/classes.ts';
import { control } from './Field.tsx';
import { WrittenInput } from './WrittenInput.tsx';

/** Longer searches are refused. */
const MAX_SEARCH_LENGTH = 500;

const sizes = { small: 'h-8 pr-1 pl-8 text-[13px]', touch: 'h-11 pl-9' } as const;

type Props = Omit<ComponentProps<'input'>, 'size' | 'className'> & {
  size?: keyof typeof sizes;
  /** Of the box. */
  className?: string;
};

/** A search box with its icon. */
export const SearchInput = ({ size, className, ...props }: Props) => (
  <div className={classes('relative', className)}>
    <Search
      size={16}
      aria-hidden
      className={classes(
        'pointer-events-none absolute top-1/2 -translate-y-1/2 text-muted',
        size === 'small' ? 'left-2.5' : 'left-3',
      )}
    />
    <WrittenInput
      type="search"
      maxLength={MAX_SEARCH_LENGTH}
      {...props}
      className={classes(control, size ? sizes[size] : 'pl-9')}
    />
  </div>
);
