/** What came before what it is of, of one client by the id of that. */
interface Waiting<T extends { id: string }> {
  add(clientId: string, items: readonly T[]): void
  find(clientId: string, ids: readonly string[]): T[]
  remove(clientId: string, items: readonly Pick<T, 'id'>[]): void
  forgetClient(clientId: string): void
}

/** Holds `most` of a client, the newest; `combine` makes one of two with the same id. */
export function createWaiting<T extends { id: string }>(
  most: number,
  combine: (before: T, next: T) => T,
): Waiting<T> {
  const clients = new Map<string, Map<string, T>>()
  return {
    add(clientId, items) {
      if (items.length === 0) return
      const waiting = clients.get(clientId) ?? new Map<string, T>()
      clients.set(clientId, waiting)
      for (const item of items) {
        const before = waiting.get(item.id)
        waiting.set(item.id, before ? combine(before, item) : item)
      }
      for (const id of waiting.keys()) {
        if (waiting.size <= most) break
        waiting.delete(id)
      }
    },
    find(clientId, ids) {
      const waiting = clients.get(clientId)
      if (!waiting) return []
      return ids.map((id) => waiting.get(id)).filter((item) => item !== undefined)
    },
    remove(clientId, items) {
      const waiting = clients.get(clientId)
      for (const { id } of items) waiting?.delete(id)
    },
    forgetClient(clientId) {
      clients.delete(clientId)
    },
  }
}
