import { type BinaryNode, proto, type WASocket } from 'baileys'
import { STATUS_ADDRESS, toAddress } from '../../../../core/addresses.ts'
import type { NotSent } from '../../../../core/conversation/send-outcome.ts'
import type { OutgoingMessage, StatusAudience } from '../../../port.ts'
import type { MissingSessions } from '../../keys/missing-sessions.ts'
import type { SignalKeys } from '../../keys/signal-keys.ts'
import type { PairwiseSessions } from '../../keys/signal-repository.ts'
import type { DeviceLists } from '../device-lists.ts'
import type { GroupKeys } from '../group-keys.ts'
import {
  addPadding,
  buildReportingNode,
  buildSharedStanza,
  readStanzaForm,
  toParticipantNode,
} from '../outgoing-stanza.ts'

/** People of one question for devices. */
const MAX_ASKED = 250

export interface StatusPostOptions {
  socket: WASocket
  keys: SignalKeys
  sessions: PairwiseSessions
  missing: MissingSessions
  devices: DeviceLists
  groupKeys: Pick<GroupKeys, 'renewIfSomebodyLeft' | 'noteHolders'>
}

/** A stanza for the status feed, to be written once what is under it is committed. */
export interface ReadyStatus {
  node: BinaryNode
  committed: Promise<void>
}

const NOBODY: NotSent = { reason: 'encryption_failed', why: 'no device of the audience has keys' }

/**
 * Encrypts what goes to the status feed: once under our sender key of the feed, which goes to each device of the audience with
 * every post, as whatsmeow's `sendGroup` and rc14 do. The library leaves the account's own devices out, which whatsmeow and zapo
 * do not, and gives up on all when one device has no keys. Whoever had the key and is not in the audience any more makes a new one
 * necessary: the server alone keeps what is under the old one from them.
 */
export class StatusPosts {
  readonly #options: StatusPostOptions

  constructor(options: StatusPostOptions) {
    this.#options = options
  }

  /** To be called in the turn of the feed. */
  async makeReady(
    { id, bytes }: OutgoingMessage,
    content: proto.IMessage,
    { people, setting }: StatusAudience,
  ): Promise<ReadyStatus | NotSent> {
    const { socket, keys, groupKeys } = this.#options
    const { id: number = '', lid } = socket.authState.creds.me ?? {}
    const meId = lid ?? number
    const own = toAddress(meId)
    const devices = await this.#findDevices([...people, own])
    if (!devices.some((jid) => toAddress(jid) !== own)) return NOBODY
    await groupKeys.renewIfSomebodyLeft(STATUS_ADDRESS, people)
    const form = readStanzaForm(content, false)
    const { ciphertext, senderKeyDistributionMessage } = await socket.signalRepository.encryptGroupMessage({
      ...{ group: STATUS_ADDRESS, meId },
      data: addPadding(bytes),
    })
    const batch = keys.newBatch()
    const { participants, isFirst } = await this.#giveKey(batch, devices, senderKeyDistributionMessage)
    await groupKeys.noteHolders(STATUS_ADDRESS, devices)
    const reporting = await buildReportingNode(content, bytes, id, STATUS_ADDRESS)
    // Of what is no post it is refused with 479 (whatsapp-rust#569).
    const meta = setting ? [{ tag: 'meta', attrs: { status_setting: setting } }] : []
    const node = buildSharedStanza({
      ...{ id, to: STATUS_ADDRESS, form, participants, reporting, ciphertext },
      account: isFirst ? (socket.authState.creds.account ?? null) : null,
      extraNodes: meta,
    })
    return { node, committed: keys.commit(batch) }
  }

  /** Those of these people that can be written to, but for this one. */
  async #findDevices(people: readonly string[]): Promise<string[]> {
    const { socket, devices, missing } = this.#options
    const { me } = socket.authState.creds
    const found: string[] = []
    for (let first = 0; first < people.length; first += MAX_ASKED)
      for (const { jid } of await devices.of(people.slice(first, first + MAX_ASKED)))
        if (jid !== me?.id && jid !== me?.lid) found.push(jid)
    const keyless = await missing.begin(found)
    return found.filter((jid) => !keyless.has(jid))
  }

  async #giveKey(
    batch: ReturnType<SignalKeys['newBatch']>,
    devices: readonly string[],
    key: Uint8Array,
  ): Promise<{ participants: BinaryNode[]; isFirst: boolean }> {
    const distribution = { groupId: STATUS_ADDRESS, axolotlSenderKeyDistributionMessage: key }
    const bytes = proto.Message.encode({ senderKeyDistributionMessage: distribution }).finish()
    const participants: BinaryNode[] = []
    let isFirst = false
    for (const jid of devices) {
      const encrypted = await this.#options.sessions.encryptInto(batch, jid, addPadding(bytes))
      isFirst ||= encrypted.type === 'pkmsg'
      participants.push(toParticipantNode(jid, encrypted, {}))
    }
    return { participants, isFirst }
  }
}
