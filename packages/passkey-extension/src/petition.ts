import { CHANNEL, type EndReason, type FromBridge, type FromPage, type ToPage } from './messages.ts'
import { parseSigningRequest, type SigningRequest } from './signing-request.ts'

/** A page that asks does so at once; one that is just being drawn takes a moment. */
const ANSWER_WITHIN_MS = 2_000
const LOOK_EVERY_MS = 500
/** How long the page of the network may take to open, in looks. */
const MAX_LOADING_LOOKS = 120
/** The network waits for ten minutes at most. */
const MAX_LOOKS = 1_200
/** In a row; a page that is just being loaded again refuses one. */
const MAX_FAILURES = 3
const TAKEN_WITHIN_MS = 5_000

interface PetitionDeps {
  /** New with each press. */
  id: string
  /** To the page's own scripts. */
  post(message: ToPage): void
  /** To the background. */
  send(message: FromBridge): Promise<unknown>
  wait(ms: number): Promise<void>
}

type Body<T> = T extends unknown ? Omit<T, 'channel' | 'to' | 'id'> : never
type Fields = { kind: string; [field: string]: unknown }

/** Judges what is seen of the tab, look by look. */
class TabWatch {
  #looks = 0
  #failures = 0
  #wasShown = false

  note(state: unknown): { isFirstShown: boolean; ended: EndReason | null } {
    const isFirstShown = state === 'shown' && !this.#wasShown
    this.#wasShown ||= isFirstShown
    this.#looks++
    this.#failures = state === 'unreachable' || state === null ? this.#failures + 1 : 0
    return { isFirstShown, ended: this.#judge(state) }
  }

  #judge(state: unknown): EndReason | null {
    if (state === 'closed' || (state === 'elsewhere' && this.#wasShown)) return 'closed'
    const mayTake = this.#wasShown ? MAX_LOOKS : MAX_LOADING_LOOKS
    if (this.#failures <= MAX_FAILURES && this.#looks <= mayTake) return null
    return this.#wasShown ? 'closed' : 'unreachable'
  }
}

/**
 * One press of the extension's button on a page: asks the page what it wants signed, has a tab opened in which somebody
 * signs, and hands the page what was signed. Lives as long as the page does.
 */
export class Petition {
  readonly #deps: PetitionDeps
  readonly #asked = Promise.withResolvers<SigningRequest | null>()
  readonly #taken = Promise.withResolvers<true>()
  #isOver = false
  #tabId: number | null = null

  constructor(deps: PetitionDeps) {
    this.#deps = deps
  }

  async run(): Promise<void> {
    this.#post({ kind: 'offer' })
    const nobody = this.#deps.wait(ANSWER_WITHIN_MS).then(() => undefined)
    const request = await Promise.race([this.#asked.promise, nobody])
    if (this.#isOver) return
    if (request) return await this.#follow(request)
    if (request === null) return this.#end('invalid')
    this.#isOver = true
    await this.#send({ kind: 'nobody' })
  }

  /** What the page's scripts said; who else posts there says it with another id. */
  handlePage(message: FromPage): void {
    if (message.id !== this.#deps.id) return
    if (message.kind === 'ask') this.#asked.resolve(parseSigningRequest(message))
    if (message.kind === 'taken') this.#taken.resolve(true)
  }

  /** What came of it in the other tab; true when the page took it. */
  async handleSigner(message: Fields): Promise<boolean> {
    if (message.id !== this.#deps.id || this.#isOver) return false
    if (message.kind === 'declined') {
      this.#end('declined')
      return true
    }
    if (message.kind !== 'signed') return false
    this.#isOver = true
    this.#post({ kind: 'signed', assertion: message.assertion })
    const late = this.#deps.wait(TAKEN_WITHIN_MS).then(() => false)
    return await Promise.race([this.#taken.promise, late])
  }

  /** For the next press, or a page that goes: closes the tab in which nobody has signed. */
  withdraw(): void {
    if (this.#isOver) return
    this.#isOver = true
    if (this.#tabId !== null) void this.#send({ kind: 'leave', tabId: this.#tabId })
  }

  async #follow(request: SigningRequest): Promise<void> {
    const tabId = await this.#send({ kind: 'open' })
    if (typeof tabId !== 'number') return this.#end('unreachable')
    this.#tabId = tabId
    if (this.#isOver) return void this.#send({ kind: 'leave', tabId })
    const watch = new TabWatch()
    while (!this.#isOver) {
      const state = await this.#send({ kind: 'look', tabId, id: this.#deps.id, request })
      if (this.#isOver) return
      const { isFirstShown, ended } = watch.note(state)
      if (isFirstShown) this.#post({ kind: 'opened' })
      if (ended) return this.#end(ended)
      await this.#deps.wait(LOOK_EVERY_MS)
    }
  }

  #end(reason: EndReason): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#post({ kind: 'ended', reason })
  }

  #post(body: Body<ToPage>): void {
    this.#deps.post({ channel: CHANNEL, to: 'page', id: this.#deps.id, ...body })
  }

  /** Null when the extension was updated or removed meanwhile. */
  async #send(message: FromBridge): Promise<unknown> {
    return await this.#deps.send(message).catch(() => null)
  }
}
