/** Some servers send what a model thinks as a part of its answer, between these. */
const OPEN = /<(think|thinking|reasoning)>/i;
const CLOSE = /<\/(think|thinking|reasoning)>/i;
/** The longest of them, less one character: it may be split over chunks. */
const LONGEST = '</reasoning>'.length - 1;

/** The longest end of a text that may be the beginning of a tag. */
function openEnd(text: string): number {
  const at = text.lastIndexOf('<');
  if (at < 0 || text.length - at > LONGEST) return text.length;
  return /^<\/?[a-z]*$/i.test(text.slice(at)) ? at : text.length;
}

/** Takes out what a model thinks, also where its tags are split over chunks. Holds back a few characters at most. */
export function createThinkingFilter() {
  let [rest, isThinking, thought, begun] = ['', false, false, false];
  /** Blank lines between thoughts and the answer belong to neither. */
  const trimmed = (text: string) => {
    const shown = begun ? text : text.trimStart();
    begun ||= shown !== '';
    return shown;
  };
  return {
    push(chunk: string): string {
      rest += chunk;
      let shown = '';
      for (;;) {
        const found = (isThinking ? CLOSE : OPEN).exec(rest);
        if (!found) break;
        if (!isThinking) shown += rest.slice(0, found.index);
        rest = rest.slice(found.index + found[0].length);
        isThinking = !isThinking;
        thought = true;
      }
      const end = openEnd(rest);
      if (!isThinking) shown += rest.slice(0, end);
      rest = rest.slice(end);
      return trimmed(shown);
    },
    /** What was held back. */
    end(): string {
      const shown = isThinking ? '' : rest;
      rest = '';
      return trimmed(shown);
    },
    thought: () => thought,
  };
}
