import { Refusal } from '../../src/core/errors.ts'

/** The refusal that work ended with; anything else fails the test. */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.then(
    () => null,
    (cause: unknown) => cause,
  )
  if (!(error instanceof Refusal)) throw new Error(`expected a refusal, got ${String(error)}`)
  return error
}
