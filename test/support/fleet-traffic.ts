import type { Fleet, FleetAccount } from './fleet.ts'

/** Traffic both ways on all accounts, and what every person who took part was shown. */
export interface FleetTraffic {
  /**
   * On each account, begun at some moment of `overMs`: the account writes to its own contact over the API, and a new
   * person asks and is answered by the flow. Resolves when all was answered and acknowledged.
   */
  exchange(round: string, overMs: number): Promise<void>
  /** What somebody was shown too often, or not at all, in all rounds so far; empty when each message came once. */
  findFaults(): Promise<string[]>
  /** How many messages were to reach somebody so far. */
  expected(): number
  /** Sends whose outcome was unknown at first and was asked for again under the same key. */
  asked(): number
}

const SETTLE_WITHIN_MS = 300_000
const REPEAT_MS = 1_000
/** How often each person who waits for an answer looks at the phone; hundreds of them wait at once. */
const LOOK_EVERY_MS = 700
/** How many phones are looked through at once. */
const READ_AT_ONCE = 16

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export function createFleetTraffic(fleet: Fleet, question: string, answer: string): FleetTraffic {
  const { sandbox, accounts, calls } = fleet
  /** What each person should have been shown, by number. */
  const due = new Map<string, string[]>()
  let people = 0
  let asked = 0

  const contactOf = (account: FleetAccount): string => account.number.replace('4477003', '4477004')

  async function send(account: FleetAccount, round: string): Promise<void> {
    const [to, text] = [contactOf(account), `${round} for ${account.number}`]
    due.set(to, [...(due.get(to) ?? []), text])
    const input = {
      clientId: account.clientId,
      target: to,
      message: { text },
      idempotencyKey: `${round}-${account.clientId}`,
    }
    for (;;) {
      const { type, error } = await calls.insist(account.key, 'chat.sendMessage', input)
      if (type === 'success') return
      if (!String(error).startsWith('OUTCOME_UNKNOWN')) throw new Error(`${round}: ${String(error)}`)
      asked += 1
      await pause(REPEAT_MS)
    }
  }

  async function ask(account: FleetAccount): Promise<void> {
    people += 1
    const person = `4477005${String(people).padStart(5, '0')}`
    due.set(person, [answer])
    await sandbox.sendText(person, account.number, question)
    const untilMs = performance.now() + SETTLE_WITHIN_MS
    for (;;) {
      await pause(LOOK_EVERY_MS)
      if ((await sandbox.read(person)).messages.length > 0) return
      if (performance.now() > untilMs) throw new Error(`${account.number} gave no answer`)
    }
  }

  async function findFault(number: string, texts: readonly string[]): Promise<string[]> {
    const { messages, errors } = await sandbox.read(number)
    const shown = messages.map(({ text }) => text ?? '').toSorted()
    const isRight = errors.length === 0 && shown.join('\n') === texts.toSorted().join('\n')
    if (isRight) return []
    const undecrypted = errors.length > 0 ? `, ${errors.length} not decrypted` : ''
    return [`${number} was shown ${JSON.stringify(shown)}${undecrypted}; due ${JSON.stringify(texts)}`]
  }

  return {
    async exchange(round, overMs) {
      const begun = accounts.map(async (account, at) => {
        await pause((overMs * at) / accounts.length)
        await Promise.all([send(account, round), ask(account)])
      })
      await Promise.all(begun)
    },
    async findFaults() {
      const faults: string[] = []
      const waiting = [...due]
      const look = async (): Promise<void> => {
        for (let next = waiting.pop(); next; next = waiting.pop()) faults.push(...(await findFault(...next)))
      }
      await Promise.all(Array.from({ length: READ_AT_ONCE }, look))
      return faults
    },
    expected: () => [...due.values()].reduce((sum, texts) => sum + texts.length, 0),
    asked: () => asked,
  }
}
