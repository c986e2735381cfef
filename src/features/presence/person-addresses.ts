import { isGroup } from '../../core/addresses.ts'
import type { Executor } from '../../db/transaction.ts'
import { readContactsByAddress } from '../contacts/index.ts'

/** All by which the network may name somebody; the first is that of the conversation. */
export const toAddresses = (jid: string, phone: string | null, lid: string | null): string[] =>
  [...new Set([jid, phone, lid])].filter((address) => address !== null)

export async function readAddresses(db: Executor, clientId: string, jid: string): Promise<string[]> {
  if (isGroup(jid)) return [jid]
  const [row] = await readContactsByAddress(db, clientId, [jid])
  return toAddresses(jid, row?.phone ?? null, row?.lid ?? null)
}
