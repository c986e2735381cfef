import { jidDecode, jidNormalizedUser, type WASocket } from 'baileys'
import type { createKeyedLock, SignalKeys } from '../keys/signal-keys.ts'

/** The devices that were given our key for a group. */
type Holders = Record<string, boolean>

export interface GroupKeyOptions {
  socket: WASocket
  keys: SignalKeys
  /** Work of one chat at a time: the library writes the holders of a key anew with each message. */
  inOrderOfChat: ReturnType<typeof createKeyedLock>
}

/** Our own sender keys for groups, and who has them. */
export interface GroupKeys {
  /**
   * To be called before a message to a group, in the turn of its chat. Whoever left must not read on: every client of the
   * network begins with a new key then ("all group participants clear their Sender Key and start over", WhatsApp
   * Encryption Overview, group messages). The library keeps the old one for good.
   */
  renewIfSomebodyLeft(group: string, members: readonly string[]): Promise<void>
  /** Has the library take these devices for holders, in the turn of the group's chat. */
  noteHolders(group: string, devices: Iterable<string>): Promise<void>
  /** The device could not read a message that is gone: it gets the key with the next one. */
  forgetHolder(group: string, device: string): Promise<void>
}

const userOf = (jid: string): string | undefined => jidDecode(jid)?.user

export function createGroupKeys({ socket, keys, inOrderOfChat }: GroupKeyOptions): GroupKeys {
  const { signalRepository: repository, authState } = socket

  const readHolders = async (group: string): Promise<Holders> =>
    ((await keys.get('sender-key-memory', [group]))[group] as Holders | undefined) ?? {}

  /** The library's name of our key: the group, and our address in either way of naming us. */
  function ownNames(group: string): string[] {
    const { id, lid } = authState.creds.me ?? {}
    return [id, lid].flatMap((jid) => {
      if (!jid) return []
      const address = repository.jidToSignalProtocolAddress(jid)
      const dot = address.lastIndexOf('.')
      return [`${group}::${address.slice(0, dot)}::${address.slice(dot + 1)}`]
    })
  }

  return {
    async renewIfSomebodyLeft(group, members) {
      const present = new Set(members.map(userOf))
      const { id, lid } = authState.creds.me ?? {}
      for (const own of [id, lid]) if (own) present.add(userOf(jidNormalizedUser(own)))
      const holders = Object.keys(await readHolders(group))
      if (holders.every((device) => present.has(userOf(device)))) return
      await keys.set({
        'sender-key': Object.fromEntries(ownNames(group).map((name) => [name, null])),
        'sender-key-memory': { [group]: null },
      })
    },
    async noteHolders(group, devices) {
      const noted = Object.fromEntries([...devices].map((jid) => [jid, true]))
      await keys.set({ 'sender-key-memory': { [group]: { ...(await readHolders(group)), ...noted } } })
    },
    forgetHolder: (group, device) =>
      inOrderOfChat(group, async () => {
        const { [device]: held, ...others } = await readHolders(group)
        if (held) await keys.set({ 'sender-key-memory': { [group]: others } })
      }),
  }
}
