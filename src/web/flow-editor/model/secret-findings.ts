import type { Issue } from '../../../core/flow/index.ts'

const MISSING = /^There is no secret "(\w+)"/
const HELD = /^The secret "(\w+)" may not go to (\S+); /

/** The secret that a finding is about, and the host that a call would take it to when it may not go there. */
export function findNamedSecret({
  message,
}: Issue): { name: string } | { name: string; host: string } | null {
  const [, held, host] = HELD.exec(message) ?? []
  if (held !== undefined && host !== undefined) return { name: held, host }
  const name = MISSING.exec(message)?.[1]
  return name === undefined ? null : { name }
}
