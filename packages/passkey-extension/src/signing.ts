import type { FromSigner, ToSigner } from './messages.ts'
import type { SigningOptions } from './signing-request.ts'
import type { TextName } from './texts.ts'

/** The question that a person sees, as `SigningDialog` draws it. */
export interface Question {
  close(): void
  /** Says how it goes on; the button that signs is not pressed again. */
  show(name: TextName): void
  /** Says why it was not signed, in the browser's words, and lets the person press again. */
  offerAgain(reason: string): void
}

interface SigningDeps {
  ask(request: ToSigner, answers: { onSign(): Promise<void>; onDecline(): Promise<void> }): Question
  /** Rejects when it was not signed; null where this browser cannot sign what is asked for. */
  sign: ((options: SigningOptions) => Promise<unknown>) | null
  /** To the background. */
  send(message: FromSigner): Promise<unknown>
}

/** Waits in the page of the network until it is told what somebody should sign, and for whom. */
export class Signing {
  readonly #deps: SigningDeps
  #asked: { id: string; question: Question } | null = null

  constructor(deps: SigningDeps) {
    this.#deps = deps
  }

  /** Called again and again with the same one; another takes its place. */
  present(request: ToSigner): void {
    if (this.#asked?.id === request.id) return
    this.#asked?.question.close()
    const question = this.#deps.ask(request, {
      onSign: () => this.#sign(question, request),
      onDecline: () => this.#decline(question, request),
    })
    this.#asked = { id: request.id, question }
  }

  async #sign(question: Question, { id, askerTabId, request }: ToSigner): Promise<void> {
    if (!this.#deps.sign) return question.show('unsupported')
    question.show('signing')
    let assertion: unknown
    try {
      assertion = await this.#deps.sign(request.options)
    } catch (error) {
      return question.offerAgain(error instanceof Error ? error.message : String(error))
    }
    question.show('handing')
    const isTaken = await this.#send({ kind: 'signed', askerTabId, id, assertion })
    if (isTaken !== true) question.show('gone')
  }

  async #decline(question: Question, { id, askerTabId }: ToSigner): Promise<void> {
    question.close()
    await this.#send({ kind: 'declined', askerTabId, id })
  }

  /** Null when the extension was updated or removed meanwhile. */
  async #send(message: FromSigner): Promise<unknown> {
    return await this.#deps.send(message).catch(() => null)
  }
}
