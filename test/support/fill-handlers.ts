import type { Handlers } from '../../src/contract/handlers.ts'
import { OPERATIONS } from '../../src/contract/index.ts'
import { Refusal } from '../../src/core/errors.ts'

type PartialHandlersOf<H> = H extends (...args: never[]) => unknown
  ? H
  : { [K in keyof H]?: PartialHandlersOf<H[K]> }

/** What a test has of the handlers. */
export type PartialHandlers = PartialHandlersOf<Handlers>

type Tree = { [name: string]: Tree | (() => Promise<never>) | undefined }

/** With the ones given, and for all others one that refuses, as a process does that lacks what an operation needs. */
export function fillHandlers(given: PartialHandlers): Handlers {
  const all: Tree = {}
  for (const { name, path } of OPERATIONS) {
    let place = all
    let from: Tree | undefined = given as Tree
    for (const part of path.slice(0, -1)) {
      const below = (place[part] ?? {}) as Tree
      place[part] = below
      place = below
      from = from?.[part] as Tree | undefined
    }
    const last = path.at(-1) ?? name
    place[last] = from?.[last] ?? refuse(name)
  }
  return all as unknown as Handlers
}

const refuse = (name: string) => async (): Promise<never> => {
  const data = { reason: 'NOT_AVAILABLE_YET', missing: name }
  throw new Refusal('UNPROCESSABLE_CONTENT', `Not available yet: ${name}.`, { data })
}
