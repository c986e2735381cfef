import type { Issue } from '../../../core/flow/index.ts'

/** The secret that a finding is about, and the host that a call would take it to when it may not go there. */
export function findNamedSecret({
  reason,
  params,
}: Issue): { name: string } | { name: string; host: string } | null {
  return reason === 'SECRET_UNKNOWN' || reason === 'SECRET_HELD' ? params : null
}
