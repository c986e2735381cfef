import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The name under which this host holds leases. It stays the same over restarts, because the data directory belongs to
 * one service at a time: after a crash the host takes its own clients up again at once instead of waiting for its leases to end.
 */
export function loadHostId(dataDir: string): string {
  const file = path.join(dataDir, 'host.id')
  try {
    const known = readFileSync(file, 'utf8').trim()
    if (known !== '') return known
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const fresh = randomUUID()
  writeFileSync(file, `${fresh}\n`, { mode: 0o600 })
  return fresh
}
