import { type BinaryNode, generateMessageIDV2, type WASocket } from 'baileys'
import { type Address, isLid } from '../../../core/addresses.ts'
import type {
  NetworkAnswer,
  NetworkEvent,
  NetworkPersons,
  PersonAddresses,
  UsernameSearch,
} from '../../port.ts'
import { childOf, childrenOf } from '../../translate/group-nodes.ts'
import { toPerson } from '../../translate/people.ts'
import { ask, SERVER, withCode } from './ask.ts'
import { findUsername } from './usernames.ts'

/** How long one question to the network may take; less than a command of the API waits. */
const ASK_MS = 12_000

/** A refusal of the network stands in the acknowledgement, as an attribute. */
function toAnswer(ack: BinaryNode | undefined): NetworkAnswer<null> {
  if (!ack) throw new Error(`the network did not answer within ${ASK_MS} ms; ask again`)
  const networkCode = Number(ack.attrs.error)
  return Number.isInteger(networkCode) ? { kind: 'refused', networkCode } : { kind: 'answered', value: null }
}

/** Acts towards single people, as stanzas of our own where the library has none that can be refused. */
export class PersonActs implements NetworkPersons {
  readonly #socket: () => WASocket
  readonly #push: (event: NetworkEvent) => void

  constructor(socket: () => WASocket, push: (event: NetworkEvent) => void) {
    this.#socket = socket
    this.#push = push
  }

  /**
   * Tells whom the account has blocked after each login and whenever that is changed elsewhere. The whole list is asked for each
   * time, so nothing has to be kept for one that was told of in between.
   */
  listen(socket: WASocket): void {
    socket.ws.on('CB:notification,type:account_sync', (node: BinaryNode) => {
      if (childOf(node, 'blocklist')) void this.#refresh()
    })
  }

  /** The network can be asked from now on. */
  loggedIn(): void {
    void this.#refresh()
  }

  /** The form of whatsmeow's `RejectCall`. */
  async rejectCall(callId: string, caller: Address): Promise<NetworkAnswer<null>> {
    const socket = this.#socket()
    const reject = { tag: 'reject', attrs: { 'call-id': callId, 'call-creator': caller, count: '0' } }
    const from = socket.authState.creds.me?.id.replace(/:\d+@/, '@') ?? ''
    const attrs = { id: generateMessageIDV2(), from, to: caller }
    return toAnswer(await socket.query({ tag: 'call', attrs, content: [reject] }, ASK_MS))
  }

  /** The list is by LIDs, and who is put on it is named by number too (rc14's `updateBlockStatus`). */
  async setBlocked(person: Address, isBlocked: boolean): Promise<NetworkAnswer<null>> {
    const socket = this.#socket()
    const { lidMapping } = socket.signalRepository
    const lid = isLid(person) ? person : await lidMapping.getLIDForPN(person)
    const number = isLid(person) ? await lidMapping.getPNForLID(person) : person
    const attrs = {
      action: isBlocked ? 'block' : 'unblock',
      jid: lid?.replace(/:\d+@/, '@') ?? person,
      ...(isBlocked && number ? { pn_jid: number.replace(/:\d+@/, '@') } : {}),
    }
    const asked = { xmlns: 'blocklist', to: SERVER, type: 'set' }
    const answer = await withCode(() => ask(socket, asked, [{ tag: 'item', attrs }]))
    if (answer.kind === 'refused') return answer
    await this.#refresh()
    return { kind: 'answered', value: null }
  }

  findUsername(username: string, key?: string): Promise<NetworkAnswer<UsernameSearch>> {
    return withCode(() => findUsername(this.#socket(), username, key))
  }

  /** What cannot be asked now is asked after the next login. */
  async #refresh(): Promise<void> {
    const people = await this.#readBlocklist().catch(() => null)
    if (people) this.#push({ kind: 'blocklist', people })
  }

  async #readBlocklist(): Promise<PersonAddresses[]> {
    const answer = await ask(this.#socket(), { xmlns: 'blocklist', to: SERVER, type: 'get' })
    return childrenOf(childOf(answer, 'list'), 'item')
      .map(({ attrs }) => toPerson(attrs.jid, attrs.pn_jid))
      .filter(({ phone, lid }) => phone !== null || lid !== null)
  }
}
