import {
  type BinaryNode,
  extractDeviceJids,
  jidDecode,
  jidEncode,
  USyncQuery,
  USyncUser,
  type WASocket,
} from 'baileys'
import { isGroup, toAddress } from '../../../core/addresses.ts'
import { type BoundedCache, createBoundedCache } from '../keys/bounded-cache.ts'
import type { GroupCache } from './group-cache.ts'

const MAX_PEOPLE = 2000
const MAX_AGE_MS = 5 * 60_000

/** The network was asked for something a message needs and kept silent. Nothing is known by that; ask again later. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'

  constructor() {
    super('the network did not answer in time')
  }
}

type Device = ReturnType<typeof extractDeviceJids>[number]

/** A device of a person, under the address it was asked for. */
export interface DeviceAddress {
  user: string
  jid: string
}

/** Where the devices of people are remembered; the library looks there too before it asks. */
export const createDeviceCache = (): BoundedCache => createBoundedCache(MAX_PEOPLE, MAX_AGE_MS)

/** Which devices people have. */
export interface DeviceLists {
  /** The devices of these people, from the cache where it knows. Rejects with NoAnswerError when the network does not answer. */
  of(people: readonly string[]): Promise<DeviceAddress[]>
}

const toDeviceAddress = ({ user, server, device }: Device): DeviceAddress => ({
  user,
  jid: jidEncode(user, server, device),
})

/**
 * Asks the network for device lists in place of the library, which does one thing more: each time a list with a LID
 * comes back it throws away the sessions with that person and starts new ones. That spends the contact's one-time keys,
 * and whatever crosses with it is in a session the other side has just left. What is asked and stored is the same; a
 * session that was kept under the phone number moves to the LID when the two are first told together.
 */
export function createDeviceLists(socket: WASocket, cache: BoundedCache): DeviceLists {
  const { creds, keys } = socket.authState

  async function ask(people: readonly string[]): Promise<Device[]> {
    const query = new USyncQuery().withContext('message').withDeviceProtocol().withLIDProtocol()
    for (const person of people) query.withUser(new USyncUser().withId(person))
    const result = await socket.executeUSyncQuery(query)
    // The library answers nothing when the server did not answer in time: that says of nobody that they have no devices.
    if (!result) throw new NoAnswerError()
    const pairs = result.list.flatMap(({ id, lid }) => (typeof lid === 'string' ? [{ lid, pn: id }] : []))
    await socket.signalRepository.lidMapping.storeLIDPNMappings(pairs)
    const { id: me = '', lid = '' } = creds.me ?? {}
    // It leaves this device out where it is told the user of the LID; the library gives it the whole address.
    const found = extractDeviceJids(result.list, me, jidDecode(lid)?.user ?? '', false)
    await remember(found, new Set(pairs.map(({ pn }) => jidDecode(pn)?.user)))
    return found
  }

  /** Kept for good are only the lists of people without a known LID: their sessions have yet to move to it. */
  async function remember(found: readonly Device[], withLid: ReadonlySet<string | undefined>): Promise<void> {
    const byUser = Map.groupBy(found, ({ user }) => user)
    for (const [user, devices] of byUser) cache.set(user, devices)
    const toStore = [...byUser].filter(
      ([user, [first]]) => first?.server === 's.whatsapp.net' && !withLid.has(user),
    )
    if (!toStore.length) return
    const lists = toStore.map(([user, devices]) => [user, devices.map(({ device }) => String(device ?? 0))])
    await keys.set({ 'device-list': Object.fromEntries(lists) })
  }

  return {
    async of(people) {
      const devices: Device[] = []
      const asked: string[] = []
      for (const person of people) {
        const known = cache.get<Device[]>(jidDecode(person)?.user ?? '')
        if (known) devices.push(...known)
        else asked.push(toAddress(person))
      }
      if (asked.length) devices.push(...(await ask(asked)))
      return devices.map(toDeviceAddress)
    },
  }
}

/** The group's members are addressed in another way by now. */
export const STALE_ADDRESSING = '421'

/**
 * Forgets what the network says is old: a group that changed, and the devices of whoever a message was made for when its
 * acknowledgement carries the hash of another list. The next message asks anew.
 */
export function forgetOldLists(socket: WASocket, cache: BoundedCache, groups: GroupCache): void {
  const { creds } = socket.authState
  socket.ws.on('CB:notification,type:w:gp2', ({ attrs }: BinaryNode) => groups.forget(attrs.from ?? ''))
  const forgetOwn = (): void => {
    for (const jid of [creds.me?.id, creds.me?.lid]) cache.del(jidDecode(jid)?.user ?? '')
  }
  // Of our own devices the network tells in this way, which the library passes over.
  socket.ws.on('CB:notification,type:account_sync,devices', forgetOwn)
  socket.ws.on('CB:ack,class:message', ({ attrs: { from = '', phash, error } }: BinaryNode) => {
    if (!phash && error !== STALE_ADDRESSING) return
    if (isGroup(from)) {
      groups.forget(from)
      cache.flushAll()
    }
    cache.del(jidDecode(from)?.user ?? '')
    forgetOwn()
  })
}
