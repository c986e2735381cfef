/** A proxy of the pool and how many clients have it. */
export interface PoolMember {
  id: string
  isFailed: boolean
  hasWorked: boolean
  clients: number
}

export interface Assignment {
  clientId: string
  proxyId: string
}

/**
 * Gives each of the clients the proxy with the fewest, the earlier in the list when several have as few. Those that failed are
 * used only when there is no other, for nothing ever goes around the pool; those that never worked are no way at all.
 */
export function assignLeastLoaded(clientIds: readonly string[], pool: readonly PoolMember[]): Assignment[] {
  const sound = pool.filter((member) => !member.isFailed)
  const open = (sound.length > 0 ? sound : pool.filter((member) => member.hasWorked)).map((member) => ({
    ...member,
  }))
  if (open.length === 0) return []
  return clientIds.map((clientId) => {
    const least = open.reduce((best, member) => (member.clients < best.clients ? member : best))
    least.clients += 1
    return { clientId, proxyId: least.id }
  })
}
