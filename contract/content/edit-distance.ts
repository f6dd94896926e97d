/**
 * The edit distance of two words: insertions, deletions, substitutions and transpositions of
 * neighbours (optimal string alignment).
 */
export function editDistance(text: string, other: string): number {
  const [a, b] = [[...text], [...other]];
  const at = (row: number[], n: number) => row[n] ?? 0;
  let before: number[] = [];
  let last = [0, ...b.keys()].map((_, n) => n);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = at(last, j - 1) + Number(a[i - 1] !== b[j - 1]);
      const turned = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          at(last, j) + 1,
          at(row, j - 1) + 1,
          changed,
          turned ? at(before, j - 2) + 1 : changed,
        ),
      );
    }
    [before, last] = [last, row];
  }
  return at(last, b.length);
}
