import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';

/** Carries the result of a rehearsal out of its transaction, which is rolled back. */
class Rehearsed<Result> extends Error {
  readonly result: Result;
  constructor(result: Result) {
    super('rolled back on purpose');
    this.result = result;
  }
}

/**
 * Does something, and rolls it back.
 * @throws AppError as `work`
 */
export async function rehearse<Result>(
  context: Transactional,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await transaction(context, async (tx) => {
      throw new Rehearsed(await work(tx));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.result as Result;
    throw error;
  }
}
