import type { CheckedChannel } from '#contract/publishing/publications.ts';

type Finding = CheckedChannel['findings'][number];

/** A warning that several channels have. */
export type SharedFinding = Finding & { key: string; channels: number[] };

/** A part has no number where a network joins the parts. */
const withoutPart = (text: string) =>
  text.replace(/^Part \d+: (.)/, (_, first: string) => first.toUpperCase());

/** Equal for warnings of the same kind that the same step mends. */
export const kindOf = ({ text, mend }: Finding) =>
  mend?.files ? 'files' : `${withoutPart(text)} ${mend?.at ?? ''}`;

/** The warnings that several of these channels have, each once. */
export function sharedFindings(checked: readonly CheckedChannel[]): SharedFinding[] {
  const kinds = new Map<string, SharedFinding[]>();
  for (const { channel, findings } of checked)
    for (const finding of findings) {
      if (finding.level !== 'warning') continue;
      const key = kindOf(finding);
      kinds.set(key, [...(kinds.get(key) ?? []), { ...finding, key, channels: [channel] }]);
    }
  return [...kinds.values()].map(merged).filter((finding) => finding.channels.length > 1);
}

function merged(alike: SharedFinding[]): SharedFinding {
  const [first] = alike as [SharedFinding];
  const channels = [...new Set(alike.flatMap((finding) => finding.channels))];
  const files = [...new Set(alike.flatMap(({ mend }) => mend?.files ?? []))];
  const isSame = alike.every(({ text }) => text === first.text);
  const text = isSame ? first.text : withoutPart(first.text);
  if (!first.mend?.files) return { ...first, channels, text };
  return {
    ...first,
    channels,
    text: files.length > 1 ? `${files.length} files have no alt text` : text,
    mend: { ...first.mend, files },
  };
}
