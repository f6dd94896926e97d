import { createContext, useContext } from 'react';
import { mentionOf } from '#contract/content/mentions.ts';
import { isFixed, tokensIn } from '#contract/content/variables.ts';
import { OverText } from '#web/ui/text/OverText.tsx';

/** The variables that are declared where a template is edited; a post has none. */
export const DeclaredVariables = createContext<readonly string[]>([]);

const look = (name: string, declared: readonly string[]) => {
  if (declared.includes(name) || mentionOf(name)) return 'bg-[var(--blue-3)]';
  return isFixed(name)
    ? 'bg-[var(--slate-4)]'
    : 'bg-danger-soft underline decoration-wavy decoration-danger';
};

export type TokenMarksProps = { text: string };

/** The grounds of the variables in a text. */
export function TokenMarks({ text }: TokenMarksProps) {
  const declared = useContext(DeclaredVariables);
  const tokens = tokensIn(text).filter(({ isLiteral }) => !isLiteral);
  return (
    <OverText data-tokens>
      {tokens.map(({ name, start, end }, at) => (
        <span key={start}>
          {text.slice(tokens[at - 1]?.end ?? 0, start)}
          <span className={`rounded ${look(name, declared)}`}>{text.slice(start, end)}</span>
        </span>
      ))}
      {text.slice(tokens.at(-1)?.end ?? 0)}
    </OverText>
  );
}
