import type { ApiClient } from './api-client.ts'
import type { SandboxContact } from './sandbox-contact.ts'

interface EventPair {
  event: {
    id: string
    eventType: string
    source: string
    payloadSummary: string
    status: string
    error: string | null
  }
  transition: {
    id: string
    fromNodeId: string | null
    toNodeId: string | null
    nodeType: string
    outcome: string
  } | null
}

interface FlowStateSummary {
  id: string
  flowId: string
  state: string
  createdAt: string
}

/** One line of a conversation: what the contact writes, and how many answers that brings. */
export interface Turn {
  text: string
  answers: number
}

export interface StoryOptions {
  api: ApiClient
  contact: SandboxContact
  clientId: string
  /** The account's number, for the contact to write to. */
  account: string
  print: (line: string) => void
  pauseMs: number
}

const ANSWER_WITHIN_MS = 120_000
const LOOK_EVERY_MS = 200

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const describeStep = ({ event, transition }: EventPair): string => {
  const cause = `${event.eventType} (${event.source}) ${event.payloadSummary}`.trim()
  if (!transition) return `${cause}: ${event.status}${event.error ? `, ${event.error}` : ''}`
  return `${cause}: ${transition.fromNodeId ?? 'start'} --${transition.outcome}--> ${transition.toNodeId ?? 'the end'}`
}

/** Tells what the contact, the account and the runs do, in the order it happens. */
export function createStory(options: StoryOptions) {
  const { api, contact, clientId, print } = options
  const printed = new Set<string>()
  let received = 0

  async function printEvents(): Promise<void> {
    const { states } = await api.call<{ states: FlowStateSummary[] }>('flows.states.list', {
      clientId,
      contactJid: contact.number,
    })
    for (const state of states.toReversed()) {
      const pairs = await api.call<EventPair[]>('flows.states.events', { id: state.id })
      for (const pair of pairs) {
        const id = pair.transition?.id ?? pair.event.id
        if (printed.has(id)) continue
        printed.add(id)
        print(`      · ${describeStep(pair)}`)
      }
    }
  }

  /** Prints what arrived since the last look; answers how much that was. */
  async function printArrivals(): Promise<number> {
    const messages = await contact.read(received)
    for (const message of messages) {
      received = message.sequence
      for (const line of (message.text ?? '').split('\n')) print(`   ◀ ${line}`)
    }
    return messages.length
  }

  async function awaitAnswers(count: number): Promise<void> {
    const until = Date.now() + ANSWER_WITHIN_MS
    let missing = count - (await printArrivals())
    while (missing > 0) {
      if (Date.now() > until) throw new Error(`${missing} answers did not come to ${contact.number}`)
      await pause(LOOK_EVERY_MS)
      missing -= await printArrivals()
    }
  }

  return {
    async play(turns: readonly Turn[]): Promise<void> {
      for (const turn of turns) {
        if (options.pauseMs > 0) await pause(options.pauseMs)
        print(`${contact.number} ▶ ${turn.text}`)
        await contact.sendText(options.account, turn.text)
        await awaitAnswers(turn.answers)
        await printEvents()
      }
    },
    printEvents,
  }
}
