import type { Address } from '../../../core/addresses.ts'
import type { WireOrder } from '../../../core/conversation/message.ts'
import type { SendOutcome } from '../../../core/conversation/send-outcome.ts'
import type { NetworkEvent } from '../../port.ts'
import { NOBODY } from '../../translate/people.ts'
import { type StanzaAttrs, toInteger } from '../../translate/wire.ts'

/** The account may not start new chats: asking again only makes it longer. */
const RESTRICTED = '463'

const REFUSALS: Readonly<Record<string, string>> = {
  [RESTRICTED]: 'The account is restricted from writing to new people. Wait until the restriction ends.',
  475: 'The account has begun as many new chats as the network allows. Wait until the next period.',
  479: 'The server could not read the message for this recipient. Send it again later.',
  400: 'The server refuses the form of the message.',
  403: 'This account may not write to this chat.',
  404: 'The server does not know this recipient.',
  429: 'The server refuses more messages for now. Send more slowly.',
}

interface Pending {
  settle: (outcome: SendOutcome) => void
  timer: NodeJS.Timeout
}

export interface Acknowledgements {
  /** Waits for the server's word on a message that is about to go on the wire. */
  expect(id: string, chat: Address, timeoutMs: number): { outcome: Promise<SendOutcome>; cancel: () => void }
  /** To be called with the attributes of every acknowledgement of a message. */
  handle(attrs: StanzaAttrs, order?: WireOrder): void
  /**
   * To be called with the attributes of every receipt and the ids it lists besides. A device that has a message, or that
   * asks for it again, got it from the server: whoever waits for the server's word need not wait on.
   */
  handleReceipt(attrs: StanzaAttrs, listedIds: readonly string[]): void
  /** Nothing more will come: every message still waiting has an unknown outcome. */
  connectionLost(): void
  restrictedUntil(untilMs: number | undefined): void
}

export interface AcknowledgementsOptions {
  /** A word that came after its sender stopped waiting. */
  onLate: (event: NetworkEvent) => void
  /** Asks the network until when writing to strangers is restricted; `restrictedUntil` is called before it resolves. */
  askRestriction: () => Promise<void>
  now: () => number
}

/** What devices that have a message say of it (whatsmeow, types/presence.go); `server-error` and the like prove nothing. */
const PROOFS = new Set(['', 'sender', 'inactive', 'retry', 'read', 'played'])

const MAX_LATE = 1000
/** How long the refusal of a message to a stranger waits for the network to say until when. */
const ASK_TIMEOUT_MS = 3_000

export function createAcknowledgements(options: AcknowledgementsOptions): Acknowledgements {
  const pending = new Map<string, Pending[]>()
  const late = new Map<string, Address>()
  let restrictedUntilMs: number | undefined

  function take(id: string): Pending[] {
    const waiting = pending.get(id) ?? []
    pending.delete(id)
    for (const { timer } of waiting) clearTimeout(timer)
    return waiting
  }

  function settle(id: string, outcome: SendOutcome): void {
    for (const { settle: resolve } of take(id)) resolve(outcome)
  }

  /** The refusal is certain whatever comes now; only until when is still to be found out. */
  async function settleRestricted(id: string): Promise<void> {
    const waiting = take(id)
    if (restrictedUntilMs === undefined || restrictedUntilMs <= options.now()) {
      const tooLong = Promise.withResolvers<void>()
      const timer = setTimeout(tooLong.resolve, ASK_TIMEOUT_MS)
      await Promise.race([options.askRestriction().catch(() => {}), tooLong.promise])
      clearTimeout(timer)
    }
    for (const { settle: resolve } of waiting) resolve(toRefusal(RESTRICTED))
  }

  function toRefusal(code: string): SendOutcome {
    const message = REFUSALS[code] ?? `The server refused the message with code ${code}.`
    const refusal: SendOutcome = { kind: 'refused', code, message }
    if (code !== RESTRICTED || restrictedUntilMs === undefined) return refusal
    return { ...refusal, restrictedUntilMs }
  }

  function noteLate(id: string, chat: Address): void {
    late.set(id, chat)
    if (late.size <= MAX_LATE) return
    for (const oldest of late.keys()) {
      late.delete(oldest)
      break
    }
  }

  return {
    expect(id, chat, timeoutMs) {
      const { promise, resolve } = Promise.withResolvers<SendOutcome>()
      const timer = setTimeout(() => {
        noteLate(id, chat)
        settle(id, {
          kind: 'unknown',
          reason: 'ack_timeout',
          message: `The server did not confirm the message within ${timeoutMs} ms. It may have left; send again only under the same id.`,
        })
      }, timeoutMs)
      const waiting = pending.get(id)
      if (waiting) waiting.push({ settle: resolve, timer })
      else pending.set(id, [{ settle: resolve, timer }])
      const cancel = (): void => {
        clearTimeout(timer)
        const left = (pending.get(id) ?? []).filter((entry) => entry.timer !== timer)
        if (left.length) pending.set(id, left)
        else pending.delete(id)
      }
      return { outcome: promise, cancel }
    },
    handle(attrs, order) {
      const id = attrs.id
      if (!id) return
      const atSec = toInteger(attrs.t) || Math.trunc(options.now() / 1000)
      if (pending.has(id)) {
        if (attrs.error === RESTRICTED) void settleRestricted(id)
        else settle(id, attrs.error ? toRefusal(attrs.error) : { kind: 'acked', atSec, order })
        return
      }
      const chat = late.get(id)
      if (!chat) return
      late.delete(id)
      const kind = attrs.error ? 'error' : 'server'
      options.onLate({ kind: 'receipt', receipt: { chat, ids: [id], kind, by: NOBODY, atSec } })
    },
    handleReceipt(attrs, listedIds) {
      if (!PROOFS.has(attrs.type ?? '')) return
      for (const id of [attrs.id, ...listedIds]) {
        if (!id || !pending.has(id)) continue
        settle(id, { kind: 'acked', atSec: toInteger(attrs.t) || Math.trunc(options.now() / 1000) })
      }
    },
    connectionLost() {
      for (const id of [...pending.keys()]) {
        settle(id, {
          kind: 'unknown',
          reason: 'connection_lost',
          message:
            'The connection ended before the server confirmed the message. It may have left; send again only under the same id.',
        })
      }
    },
    restrictedUntil(untilMs) {
      restrictedUntilMs = untilMs
    },
  }
}
