import { useSingleKeys } from '#web/lib/keyboard/single-keys.ts';

/** The key of a button, for sight alone: the button has a name. Hidden where it is switched off. */
export const Keys = ({ children }: { children: string }) =>
  useSingleKeys((state) => state.on) && (
    <kbd
      aria-hidden
      className="rounded-sm border border-current/50 px-1 font-sans text-[11px] leading-4 max-md:hidden"
    >
      {children}
    </kbd>
  );
