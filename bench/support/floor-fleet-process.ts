import type { SignalDataTypeMap, SignalKeyStore, WASocket } from 'baileys'
import { SessionRecord } from '../../src/network/baileys/keys/libsignal.ts'
import { decodeCredentials, decodeKeyValue } from '../../src/network/baileys/keys/value-codec.ts'
import { createMemoryKeys, type Identity, openBareClient } from './bare-baileys.ts'
import { type FleetAccount, readAccounts } from './fleet-accounts.ts'

/**
 * Many clients of the bare library in one process, with keys in memory. FLOOR_FILE has the accounts; the first
 * FLOOR_OPEN of them are opened at once after the start, the others on SIGHUP; FLOOR_AT_ONCE of them at a time.
 */
const network = {
  wsUrl: process.env.NETWORK_URL ?? '',
  rootKeyHex: process.env.NETWORK_ROOT_KEY ?? '',
  rootSerial: Number(process.env.NETWORK_ROOT_SERIAL),
}

function toLibraryValue(type: string, stored: string): unknown {
  const value = decodeKeyValue(type, Buffer.from(stored, 'base64'))
  return value instanceof SessionRecord ? value.serialize() : value
}

async function toIdentity({ credentials, keys }: FleetAccount): Promise<Identity> {
  const store: SignalKeyStore = createMemoryKeys()
  for (const [type, id, value] of keys) {
    await store.set({ [type as keyof SignalDataTypeMap]: { [id]: toLibraryValue(type, value) } })
  }
  return { creds: decodeCredentials(Buffer.from(credentials, 'base64')), keys: store }
}

const sockets: WASocket[] = []

async function open(identities: readonly Identity[]): Promise<void> {
  const waiting = [...identities]
  const openNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      sockets.push(await openBareClient(network, next))
    }
  }
  await Promise.all(Array.from({ length: Number(process.env.FLOOR_AT_ONCE) }, openNext))
}

const file = process.env.FLOOR_FILE ?? ''
const identities = await Promise.all(readAccounts(file, Number(process.env.FLOOR_CLIENTS)).map(toIdentity))
const first = Number(process.env.FLOOR_OPEN)

process.on('SIGTERM', () => process.exit(0))
process.on('SIGHUP', () => void open(identities.slice(first)))
process.stdout.write('ready http://127.0.0.1\n')
await open(identities.slice(0, first))
// Nothing else keeps a process alive that has not opened anything yet.
setInterval(() => undefined, 60_000)
