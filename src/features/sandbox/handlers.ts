import type { Handlers, OwnerId } from '../../contract/handlers.ts'
import { refusal } from '../../core/errors.ts'
import type { ClientService } from '../clients/index.ts'
import {
  type SandboxAct,
  type SandboxContact,
  type SandboxGroup,
  type SandboxMessage,
  type SandboxNetwork,
  type SandboxPlace,
  SandboxRefusal,
} from './port.ts'

const MAX_FILE_BYTES = 16 * 1024 * 1024

const toPhoneNumber = (jid: string): string => `+${/^\d+/.exec(jid)?.[0] ?? ''}`

const toIso = (ms: number): string => new Date(ms).toISOString()

const toContact = ({ number, lastAt, ...contact }: SandboxContact) => ({
  ...contact,
  phoneNumber: `+${number}`,
  lastAt: lastAt === null ? null : toIso(lastAt),
})

const toMember = ({ number, name }: { number: string; name: string }) => ({ phoneNumber: `+${number}`, name })

const toGroup = ({ members, ...group }: SandboxGroup) => ({ ...group, members: members.map(toMember) })

const toMessage = ({ at, writer, ...message }: SandboxMessage) => ({
  ...message,
  at: toIso(at),
  writer: toMember(writer),
})

interface PlaceInput {
  clientId: string
  phoneNumber: string
  group?: string | undefined
}

type SendInput = Parameters<Handlers['sandbox']['send']>[0]

function toAct({ text, file, location, reaction, vote, quotedId }: SendInput): SandboxAct {
  if (text !== undefined) return { kind: 'text', text, ...(quotedId && { quotedId }) }
  if (file) {
    const { base64, mimetype, fileName, caption, voice = false } = file
    return { kind: 'file', bytes: Buffer.from(base64, 'base64'), mimetype, fileName, caption, voice }
  }
  if (location) {
    const { latitude, longitude, name } = location
    return { kind: 'location', latitude, longitude, name }
  }
  if (reaction) return { kind: 'reaction', ...reaction }
  return { kind: 'vote', messageId: vote?.messageId ?? '', options: vote?.options ?? [] }
}

/** What a simulated person cannot do is a refusal with the sandbox's own sentence. */
async function ask<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof SandboxRefusal)) throw cause
    const sentence = cause.message.charAt(0).toUpperCase() + cause.message.slice(1)
    throw refusal('CONFLICT', 'SANDBOX_REFUSED', { words: sentence }, { cause })
  }
}

/** The way from a client to its account on the sandbox network of this service. */
class SandboxAccess {
  readonly #clients: Pick<ClientService, 'status' | 'read'>
  readonly #network: SandboxNetwork | null

  constructor(clients: Pick<ClientService, 'status' | 'read'>, network: SandboxNetwork | null) {
    this.#clients = clients
    this.#network = network
  }

  /** The account of a client on this sandbox, which its simulated contacts write to. */
  async open(clientId: string, userId: OwnerId): Promise<{ net: SandboxNetwork; account: string }> {
    const net = await this.check(clientId, userId)
    const { phoneNumber } = await this.#clients.read(clientId, userId)
    if (phoneNumber === null) throw refusal('CONFLICT', 'NOT_PAIRED', {})
    return { net, account: phoneNumber.replace('+', '') }
  }

  /** Where the contact of an input reads and writes. */
  async find(input: PlaceInput, userId: OwnerId): Promise<{ net: SandboxNetwork; place: SandboxPlace }> {
    const { net, account } = await this.open(input.clientId, userId)
    return { net, place: { account, number: input.phoneNumber, group: input.group } }
  }

  async check(clientId: string, userId: OwnerId): Promise<SandboxNetwork> {
    const status = await this.#clients.status(clientId, userId)
    if (status.network !== 'sandbox') throw refusal('CONFLICT', 'NOT_A_SANDBOX_CLIENT', {})
    if (this.#network) return this.#network
    throw refusal('CONFLICT', 'NETWORK_NOT_AVAILABLE', {})
  }
}

function createPeopleHandlers(
  access: SandboxAccess,
): Pick<Handlers['sandbox'], 'contacts' | 'saveContact' | 'groups' | 'createGroup'> {
  return {
    async contacts({ clientId }, { owner }) {
      const { net, account } = await access.open(clientId, owner)
      return net.listContacts(account).map(toContact)
    },
    async saveContact({ clientId, phoneNumber, name, isOnline }, { owner }) {
      const { net, account } = await access.open(clientId, owner)
      const changes = {
        ...(phoneNumber !== undefined && { number: phoneNumber }),
        ...(name !== undefined && { name }),
        ...(isOnline !== undefined && { isOnline }),
      }
      return toContact(await ask(() => net.saveContact(account, changes)))
    },
    async groups({ clientId }, { owner }) {
      const { net, account } = await access.open(clientId, owner)
      return net.listGroups(account).map(toGroup)
    },
    async createGroup({ clientId, subject, members }, { owner }) {
      const { net, account } = await access.open(clientId, owner)
      return toGroup(await ask(() => net.createGroup(account, subject, members)))
    },
  }
}

function createConversationHandlers(
  access: SandboxAccess,
): Pick<Handlers['sandbox'], 'conversation' | 'send' | 'showPresence' | 'markRead' | 'file'> {
  return {
    async conversation({ limit, ...input }, { owner }) {
      const { net, place } = await access.find(input, owner)
      const messages = await ask(() => net.readConversation(place))
      return messages.slice(-limit).map(toMessage)
    },
    async send(input, { owner }) {
      const { net, place } = await access.find(input, owner)
      return { id: await ask(() => net.act(place, toAct(input))) }
    },
    async showPresence({ presence, ...input }, { owner }) {
      const { net, place } = await access.find(input, owner)
      await ask(() => net.showPresence(place, presence))
      return { success: true }
    },
    async markRead(input, { owner }) {
      const { net, place } = await access.find(input, owner)
      return { read: await ask(() => net.markRead(place)) }
    },
    async file({ messageId, ...input }, { owner }) {
      const { net, place } = await access.find(input, owner)
      const { mimetype, bytes } = await ask(() => net.readFile(place, messageId))
      if (bytes.byteLength > MAX_FILE_BYTES)
        throw refusal('CONFLICT', 'FILE_TOO_LARGE', { mib: MAX_FILE_BYTES / 2 ** 20 })
      return { mimetype, base64: Buffer.from(bytes).toString('base64') }
    },
  }
}

/** `network` is null where no sandbox network runs inside this service. */
export function createSandboxHandlers(
  clients: Pick<ClientService, 'status' | 'read'>,
  network: SandboxNetwork | null,
): Handlers['sandbox'] {
  const access = new SandboxAccess(clients, network)
  return {
    async scan({ clientId }, { owner }) {
      const net = await access.check(clientId, owner)
      const { qr } = await clients.status(clientId, owner)
      if (!qr) throw refusal('CONFLICT', 'NO_QR', {})
      const { jid } = await net.scan(qr)
      const phoneNumber = toPhoneNumber(jid)
      return { message: `The simulated phone ${phoneNumber} scanned the QR.`, phoneNumber }
    },
    ...createPeopleHandlers(access),
    ...createConversationHandlers(access),
  }
}
