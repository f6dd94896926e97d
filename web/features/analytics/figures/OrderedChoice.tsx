import { ArrowDown, ArrowUp } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/fields/Checkbox.tsx';

type Props<Value extends string> = {
  all: readonly Value[];
  names: Readonly<Record<Value, string>>;
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
};

/** What is shown, in its order; what is left out comes last. One at least is chosen. */
export function OrderedChoice<Value extends string>({
  all,
  names,
  chosen,
  onChange,
}: Props<Value>) {
  const rest = all.filter((value) => !chosen.includes(value));
  const move = (from: number, by: number) => {
    const next = [...chosen];
    next.splice(from + by, 0, ...next.splice(from, 1));
    onChange(next);
  };
  return (
    <ul className="divide-y divide-line-soft border-line border-y">
      {[...chosen, ...rest].map((value, at) => {
        const isChosen = at < chosen.length;
        return (
          <li key={value} className="flex min-h-11 items-center gap-1">
            <div className="grow">
              <Checkbox
                checked={isChosen}
                onChange={(next) =>
                  (next || chosen.length > 1) &&
                  onChange(next ? [...chosen, value] : chosen.filter((other) => other !== value))
                }
              >
                {names[value]}
              </Checkbox>
            </div>
            {isChosen && (
              <>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Move ${names[value]} up`}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                >
                  <ArrowUp size={16} aria-hidden />
                </Button>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Move ${names[value]} down`}
                  disabled={at === chosen.length - 1}
                  onClick={() => move(at, 1)}
                >
                  <ArrowDown size={16} aria-hidden />
                </Button>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
