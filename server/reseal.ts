/** Sealing again what is stored, after SECRET was changed. */

type Sealed<Row> = {
  /** Rows with ids after this one, in their order; none at the end. */
  list: (after: number) => Promise<Row[]>;
  idOf: (row: Row) => number;
  /** Whether it is sealed with a former SECRET. */
  isStale: (row: Row) => boolean;
  /**
   * Seals a row with the present SECRET, unless it was changed meanwhile.
   * @returns the rows that were changed
   * @throws where it cannot be opened
   */
  reseal: (row: Row) => Promise<object[]>;
};

/** @returns how many were sealed with a former SECRET, and how many cannot be opened at all */
export async function resealRows<Row>({ list, idOf, isStale, reseal }: Sealed<Row>) {
  let [after, resealed, unreadable] = [0, 0, 0];
  for (;;) {
    const rows = await list(after);
    if (!rows.length) return { resealed, unreadable };
    for (const row of rows) {
      after = idOf(row);
      if (!isStale(row)) continue;
      try {
        resealed += (await reseal(row)).length;
      } catch {
        unreadable++;
      }
    }
  }
}
