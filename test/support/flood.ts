import path from 'node:path'
import { startChild, type TestChild } from './child-process.ts'

const FLOODER = path.join(import.meta.dirname, 'flood-child.ts')
/** One process and one address of this machine may not have more than its descriptors and ports allow. */
const EACH_AT_MOST = 10_000

/** Connections that are there and ask nothing, until they are let go. */
export interface Flood {
  end(): Promise<void>
}

/** Opens so many half-open connections to a service, and resolves when each was tried. */
export async function startFlood(url: string, sockets: number): Promise<Flood> {
  const flooders: TestChild[] = []
  for (let left = sockets, at = 1; left > 0; left -= EACH_AT_MOST, at += 1)
    flooders.push(startChild(FLOODER, [url, String(Math.min(left, EACH_AT_MOST)), `127.0.1.${at}`]))
  await Promise.all(flooders.map((flooder) => flooder.waitFor('flooded', 180_000)))
  return {
    async end() {
      for (const flooder of flooders) flooder.send('end')
      await Promise.all(flooders.map((flooder) => flooder.ended()))
    },
  }
}
