import { createContext, useContext } from 'react';
import { isFixed, tokensIn } from '#contract/content/variables.ts';

/** The variables that are declared where a template is edited; a post has none. */
export const DeclaredVariables = createContext<readonly string[]>([]);

const look = (name: string, declared: readonly string[]) => {
  if (declared.includes(name)) return 'bg-[var(--blue-3)]';
  return isFixed(name)
    ? 'bg-[var(--slate-4)]'
    : 'bg-danger-soft underline decoration-wavy decoration-danger';
};

export type TokenMarksProps = { text: string };

/** The grounds of the variables in a text. It has the metrics of the field before it. */
export function TokenMarks({ text }: TokenMarksProps) {
  const declared = useContext(DeclaredVariables);
  const tokens = tokensIn(text).filter(({ isLiteral }) => !isLiteral);
  return (
    <div
      aria-hidden
      dir="auto"
      data-tokens
      className="pointer-events-none absolute inset-0 whitespace-pre-wrap break-words text-base text-transparent leading-[26px] [unicode-bidi:plaintext]"
    >
      {tokens.map(({ name, start, end }, at) => (
        <span key={start}>
          {text.slice(tokens[at - 1]?.end ?? 0, start)}
          <span className={`rounded ${look(name, declared)}`}>{text.slice(start, end)}</span>
        </span>
      ))}
      {text.slice(tokens.at(-1)?.end ?? 0)}
    </div>
  );
}
