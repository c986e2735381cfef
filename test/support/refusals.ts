import { Refusal } from '../../src/core/errors.ts'
import { describeRefusal } from '../../src/words/english.ts'

/** What a caller is answered when this is refused, with the English sentence. Fails when it is not refused. */
export async function readRefusal(refused: Promise<unknown>) {
  const error = await refused.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Refusal)) throw error ?? new Error('it was not refused')
  return { code: error.code, data: error.data, message: describeRefusal(error) }
}

/** The same of several, all at once: one that is refused before anybody waits for it would count as an error that nobody handles. */
export const readRefusals = (refused: readonly Promise<unknown>[]) => Promise.all(refused.map(readRefusal))
