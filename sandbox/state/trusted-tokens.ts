import { randomBytes } from 'node:crypto'
import type { Journal } from '../infra/journal.ts'

const TOKEN_BYTES = 16
/** As in whatsmeow's tctoken.go and rc14's tc-token-utils: a token holds for four weeks, and one is given a week. */
const WEEK_MS = 7 * 86_400_000
const WEEKS_OF_TOKEN = 4

/** The proof that somebody trusts somebody else: who holds it may write to who gave it. */
export interface TrustedToken {
  /** Base64. */
  token: string
  at: number
}

const weekOf = (ms: number): number => Math.floor(ms / WEEK_MS)

/** Trusted-contact tokens, by the numbers of who gave and who holds them. */
export class TrustedTokens {
  readonly #journal: Journal
  readonly #tokens = new Map<string, TrustedToken>()

  constructor(journal: Journal) {
    this.#journal = journal
    for (const { key, text } of journal.load('trusted-token')) {
      this.#tokens.set(key, JSON.parse(text) as TrustedToken)
    }
  }

  /** The token `giver` gave `holder`, unless it is too old. */
  find(giver: string, holder: string, now: number): TrustedToken | undefined {
    const token = this.#tokens.get(`${giver}/${holder}`)
    return token !== undefined && weekOf(token.at) > weekOf(now) - WEEKS_OF_TOKEN ? token : undefined
  }

  /** Whether `giver` gave `holder` a token this week already. */
  isFresh(giver: string, holder: string, now: number): boolean {
    const token = this.#tokens.get(`${giver}/${holder}`)
    return token !== undefined && weekOf(token.at) === weekOf(now)
  }

  give(giver: string, holder: string, at: number): TrustedToken {
    const given = { token: randomBytes(TOKEN_BYTES).toString('base64'), at }
    const key = `${giver}/${holder}`
    this.#tokens.set(key, given)
    this.#journal.put('trusted-token', key, () => JSON.stringify(given))
    return given
  }
}
