import type { Bus, BusCommand } from '../../bus/port.ts'
import { STATUS_ADDRESS } from '../../core/addresses.ts'
import type { ColdPause, NewChatQuota } from '../../core/new-chats.ts'
import type { Database } from '../../db/client.ts'
import {
  LeaseLostError,
  type NetworkConnection,
  type NetworkConnector,
  type NetworkEvent,
} from '../../network/port.ts'
import type { Log } from '../../platform/logger.ts'
import { CallRefuser, REFUSE_CALL_COMMAND, type RefuseCallCommand } from '../calls/index.ts'
import {
  CHANNEL_COMMAND,
  type ChannelActTable,
  notePosting,
  toFollowed,
  toPosting,
} from '../channels/index.ts'
import type { MergedContact } from '../contacts/index.ts'
import { GROUP_COMMAND, type GroupAct, type GroupActs } from '../groups/index.ts'
import { LINKED_LABELS_COMMAND, type LinkedLabels } from '../whatsapp-labels/index.ts'
import { createLinkedLabels } from './assign/linked-labels.ts'
import { performChatAct } from './chat-acts.ts'
import type { Chat } from './conversations.ts'
import type { Ingested } from './decide/inline.ts'
import type { ConversationRunner } from './decide/runner.ts'
import type { ChatAct, StatusPort } from './effects/effect-types.ts'
import { SEND_COMMAND } from './operations/ask-owner.ts'
import { listCallEvents } from './receive/happenings/call-events.ts'
import { ChannelCatchUp } from './receive/happenings/channel-catch-up.ts'
import { type Applied, isPlainReceipt } from './receive/receive.ts'
import type { HandOver } from './records/hand-over.ts'
import type { OwnedClient } from './records/owned-client.ts'
import type { SendCommand, SendReply } from './records/send-command.ts'
import type { Runs } from './runs.ts'
import type { Sender } from './send/sender.ts'

export interface ClientConversationsDeps {
  db: Database
  bus: Bus
  chat: Chat
  runs: Runs
  connector: Pick<NetworkConnector, 'newMessageId'>
  hostId: string
  ackTimeoutMs: number
  /** It names the client. */
  log: Log
}

export interface ClientConversationsOptions {
  /** As its owner knows it; changes of it are seen here. */
  client: OwnedClient & { sendRatePerSecond: number; sendBurst: number }
  /** Of the lease under which this host owns it. */
  epoch: number
  /** The open connection, while anything may be begun with it. */
  connection(): NetworkConnection | null
  /** Nothing is sent to strangers until then; null: no longer. */
  onRestricted(pause: ColdPause | null): void
  onNewChats(quota: NewChatQuota): void
  /** Each pair became one. */
  onContactsMerged(merged: readonly MergedContact[]): void
}

/** Whether the event stays in the journal, on disk, until a transaction stores it. */
function isJournaled(event: NetworkEvent): boolean {
  const { journalId = null } = event.kind === 'message' ? event.message : 'journalId' in event ? event : {}
  return journalId !== null
}

/**
 * All conversations of one client, for as long as this host owns it: what comes in, what flows decide on it, and what
 * goes out. It joins `receive`, `decide` and `send`. Whether there is a connection is known to whoever made it.
 */
export class ClientConversations {
  readonly #deps: ClientConversationsDeps
  readonly #options: ClientConversationsOptions
  readonly #runner: ConversationRunner
  readonly #sender: Sender
  readonly #calls: CallRefuser
  readonly #channels: ChannelCatchUp
  readonly #labels: LinkedLabels
  /** The connection of which the runs know. */
  #announced: NetworkConnection | null = null

  constructor(deps: ClientConversationsDeps, options: ClientConversationsOptions) {
    const { client, connection } = options
    this.#deps = deps
    this.#options = options
    this.#runner = deps.runs.openRunner({
      client,
      hostId: deps.hostId,
      isConnected: () => this.#announced !== null && this.#announced === connection(),
      wakeOutbox: () => this.#sender.wakeOutbox(),
      onLabelled: () => this.#labels.scan(),
      act: (act) => this.#act(act),
      groups: { act: (act, input) => this.#actOnGroup(act, input) },
      channels: { post: (input) => this.#post(input) },
      statuses: { post: (input) => this.#postStatus(input) },
    })
    this.#sender = deps.chat.createSender({
      client,
      rate: client.sendRatePerSecond,
      burst: client.sendBurst,
      connection,
      ackTimeoutMs: deps.ackTimeoutMs,
      onRestricted: (pause) => options.onRestricted(pause),
      onNewChats: (quota) => options.onNewChats(quota),
      isAwaited: (settled) => deps.runs.isSendAwaited(settled),
      onOutboxSettled: (tx, settled) => deps.runs.onSendSettled(tx, settled),
      // A flow's message was given up, about which its run may have something to do.
      afterCommit: (settled) => {
        if (settled.outcome === 'failed') this.scan()
      },
      onContactsMerged: (merged) => {
        this.scan()
        options.onContactsMerged(merged)
      },
    })
    const announce = () => deps.bus.publish('events.logged', {})
    const ofClient = { clientId: client.id, connection }
    this.#labels = createLinkedLabels({ db: deps.db, log: deps.log, announce }, ofClient)
    this.#channels = new ChannelCatchUp({
      ...{ db: deps.db, log: deps.log, clientId: client.id, nowMs: Date.now },
      channels: () => connection()?.channels ?? null,
      ingest: (events) => this.#ingestOthers(events, null),
    })
    this.#calls = new CallRefuser(
      {
        ...{ db: deps.db, log: deps.log, newMessageId: () => deps.connector.newMessageId() },
        announce,
      },
      {
        ...ofClient,
        storeEvents: async (tx, call) => {
          await deps.runs.ingest(tx, await listCallEvents(tx, client, [call]), { step: false })
        },
        wakeFlows: (chat) => this.#runner.wake(chat),
        send: (command) => this.#sender.send(command),
      },
    )
  }

  /** Events of the network, in order. Resolves when they and what they cause at once are stored. */
  async ingest(told: readonly NetworkEvent[]): Promise<void> {
    const events = this.#channels.hold(told)
    const receipts = events.filter(isPlainReceipt)
    if (receipts.length > 0) await this.#ingestReceipts(receipts)
    const others = receipts.length === 0 ? events : events.filter((event) => !isPlainReceipt(event))
    if (others.length > 0) await this.#ingestOthers(others, this.#sender.openHandOver())
  }

  /**
   * Takes up what waited for a connection. The runs are notified first that the client was away: a timer that fired
   * before would take the last minute of its contact.
   */
  async resume(connection: NetworkConnection | null): Promise<void> {
    const missed = connection ? this.#channels.run(connection.channels) : Promise.resolve()
    missed.catch(() => {})
    await this.#deps.runs.onClientConnected(this.#options.client.id).finally(() => {
      this.#announced = connection
    })
    this.#sender.resume()
    this.#calls.scan()
    this.#labels.scan()
    await Promise.all([this.#runner.scan(), missed])
  }

  /** There is no connection any more. */
  lost(): void {
    this.#channels.lost()
  }

  /** Looks for work of which no notification came. */
  scan(): void {
    this.#calls.scan()
    this.#labels.scan()
    this.#runner
      .scan()
      .catch((err: unknown) => this.#deps.log.error({ err }, 'open conversations could not be scanned'))
  }

  /** The settings of the client are others by now. */
  reload(): void {
    const { sendRatePerSecond, sendBurst } = this.#options.client
    this.#sender.setRate(sendRatePerSecond, sendBurst)
    this.#runner.invalidate()
  }

  /** Commands of other processes, which are not about its connection. */
  async handle(command: BusCommand): Promise<unknown> {
    switch (command.name) {
      case 'runs.wake':
        return this.#runner.wake((command.input as { contactJid: string }).contactJid)
      case 'runs.invalidate':
        return this.#runner.invalidate((command.input as { contactJid?: string }).contactJid)
      case REFUSE_CALL_COMMAND: {
        const { callId, by } = command.input as RefuseCallCommand
        return this.#calls.refuse(callId, by)
      }
      case LINKED_LABELS_COMMAND:
        return this.#labels.scan()
      case 'outbox.wake':
        return this.#sender.wakeOutbox()
      default: {
        const { client, connection } = this.#options
        const owned = { client, sender: this.#sender, connection }
        const posting = command.name === CHANNEL_COMMAND ? toPosting(command.input) : null
        if (posting !== null) await notePosting(this.#deps.db, client.id, posting)
        const answer = await this.#deps.chat.handleCommand(owned, command)
        // The network tells only the account's other devices.
        const followed = command.name === CHANNEL_COMMAND ? toFollowed(command.input) : null
        if (followed !== null) this.#channels.follow(followed)
        return answer
      }
    }
  }

  /** API sends that wait for their turn. */
  queueLength(): number {
    return this.#sender.queueLength()
  }

  /** Takes no more, lets what waits go out until the deadline (epoch ms), and finishes the events being worked on. */
  async drain(deadlineMs: number): Promise<void> {
    await this.#sender.drain(deadlineMs)
    await this.#runner.close()
  }

  /** Takes no more, refuses what waits, and resolves when what is on the wire has settled. */
  async close(): Promise<void> {
    await this.#runner.close()
    await this.#sender.close()
    await Promise.all([this.#calls.idle(), this.#channels.close(), this.#labels.close()])
  }

  /**
   * What comes most often, two or three for each message. They do not wait for the disk, as the next commit that waits has them too:
   * the crash of a database's machine may take the latest, which the network was told are here; no crash of ours does. Nor are they part of the transaction of what came with
   * them: it would hold their messages, which are being settled at that moment, and would have to wait for the disk for their sake.
   */
  async #ingestReceipts(events: readonly NetworkEvent[]): Promise<void> {
    const applied = await this.#deps.chat.applyReceipts(this.#options.client, events)
    this.#deps.bus.publish('events.logged', {})
    applied.committed()
    this.#confirmSends(events)
  }

  async #ingestOthers(events: readonly NetworkEvent[], handOver: HandOver | null): Promise<void> {
    const { applied, ingested } = await this.#storeEvents(events, handOver)
    this.#deps.bus.publish('events.logged', {})
    applied.committed()
    ingested.committed()
    handOver?.commit()
    if (applied.calls.length > 0) this.#calls.scan()
    if (events.some(({ kind }) => kind === 'chats')) this.#labels.scan()
    for (const contactJid of ingested.openConversations) this.#runner.wake(contactJid)
    if (ingested.hasSends) this.#sender.wakeOutbox()
    this.#confirmSends(events)
    await this.#channels.noteTold(events)
  }

  /**
   * Stores messages, and everything about them that can be decided at once, in one transaction. When the step of a flow
   * fails, the transaction is repeated without stepping: the messages are stored in any case, and the runner deals with the
   * failure. Messages that are in the journal do not wait for the disk: after a crash the journal has them again, and an
   * answer leaves only after its keys are on the disk, with all that was committed before. Other events are on the disk when
   * this resolves. Their rows are visible earlier, as a receipt often comes while its message is being settled. A host that does
   * not hold the client any more stores nothing of the journal: the next one finds it there, with what a crash took back.
   */
  async #storeEvents(
    events: readonly NetworkEvent[],
    handOver: HandOver | null,
  ): Promise<{ applied: Applied; ingested: Ingested }> {
    const { db, chat, runs, log, hostId } = this.#deps
    const { client, epoch } = this.#options
    const flush = events.every(isJournaled) ? 'never' : 'after'
    const store = (step: boolean) =>
      db.transaction(
        async (tx) => {
          const applied = await chat.applyEvents(tx, client, events, { hostId, epoch })
          const options = { step, ...(step && handOver ? { handOver } : {}) }
          return { applied, ingested: await runs.ingest(tx, applied.events, options) }
        },
        { flush, retriesConflicts: !step },
      )
    try {
      return await store(true)
    } catch (error) {
      handOver?.cancel()
      if (error instanceof LeaseLostError) throw error
      log.warn({ err: error }, 'messages could not be stored with what they cause, and are stored without')
      return store(false)
    }
  }

  /** An echo of our own message or a receipt for it shows that the network has it, whatever became of its acknowledgement. */
  #confirmSends(events: readonly NetworkEvent[]): void {
    for (const event of events) {
      if (event.kind === 'receipt' && event.receipt.kind !== 'error')
        this.#sender.confirm(event.receipt.ids, event.receipt.atSec)
      if (event.kind === 'message' && event.message.key.fromMe)
        this.#sender.confirm([event.message.key.id], event.message.atSec)
    }
  }

  /** As an operation on a group comes from another process. */
  async #actOnGroup<A extends GroupAct>(
    act: A,
    input: GroupActs[A]['input'],
  ): Promise<GroupActs[A]['output']> {
    const answer = await this.handle({ name: GROUP_COMMAND, input: { act, input } })
    return answer as GroupActs[A]['output']
  }

  /** The same for a post in a channel. */
  async #post(input: ChannelActTable['post']['input']): Promise<ChannelActTable['post']['output']> {
    const answer = await this.handle({ name: CHANNEL_COMMAND, input: { act: 'post', input } })
    return answer as ChannelActTable['post']['output']
  }

  /** The same for a status, which goes the way of every send. */
  async #postStatus({ id: messageId, ...post }: Parameters<StatusPort['post']>[0]): Promise<SendReply> {
    const command: SendCommand = { messageId, to: STATUS_ADDRESS, audience: {}, ...post }
    return (await this.handle({ name: SEND_COMMAND, input: command })) as SendReply
  }

  async #act(act: ChatAct): Promise<void> {
    const { chat, connector, log } = this.#deps
    const { client, connection } = this.#options
    try {
      await performChatAct(
        {
          connection: connection(),
          sender: this.#sender,
          connector,
          readNewestMessage: (of) => chat.readNewestMessage(client.id, of),
          completeKeys: (keys, by) => chat.completeKeys(client.id, keys, by),
        },
        act,
      )
    } catch (error) {
      log.warn({ err: error, action: act.action }, 'a chat action failed')
      throw error
    }
  }
}
