import { createInterface, type Interface } from 'node:readline'
import { buildPasskeyScript } from '../../core/client/passkey-script.ts'
import { Refusal } from '../../core/errors.ts'
import { describeRefusal } from '../../words/english.ts'
import { type CommandIo, printLine } from '../io.ts'
import { type Caller, requireAnswer } from './operation-call.ts'

const WORDS = {
  sign: 'Sign with the passkey',
  copy: 'Copy all of this text and paste it in the terminal:',
  failed: 'It could not be signed. Press the button to try again.',
}

const STEPS = `1. Open https://web.whatsapp.com in a browser that has the passkey of this account. No login is needed there.
2. Open the console of that page (F12, then Console). The browser may first ask you to type "allow pasting".
3. Copy the script above, from its first character ; to its last ), paste it there and press Enter. Press the button that appears, and sign.
4. Copy the text that the page then shows, paste it here and press Enter.
Whoever signs lets the service read and write the account's messages. The page of the client in the dashboard takes it as well.`

const WRONG_TEXT =
  'This is not the text that the page shows. Copy all of it, from the first { to the last }, and paste it here.'
const DIFFERS =
  'Nothing was linked, and the client is stopped. Somebody else may be trying to link a device to this account: confirm nothing on the phone. Run the command again for another code.'

interface Asked {
  message: string
  waitsFor: 'nothing' | 'signature' | 'phone' | 'comparison'
  options: { challenge: string } | null
  code: string | null
}

interface PromptDeps {
  caller: Caller
  clientId: string
  io: CommandIo
  /** Somebody typed a line: look again. */
  onTyped(): void
}

function readAssertion(line: string): object | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && 'response' in value ? value : null
  } catch {
    return null
  }
}

/** What the network asks of the account's passkey, said in the terminal, and what somebody types or pastes there. */
export class PasskeyPrompt {
  readonly #deps: PromptDeps
  readonly #typed: string[] = []
  #lines: Interface | null = null
  #lastNews = ''

  constructor(deps: PromptDeps) {
    this.#deps = deps
  }

  /** Says what is new and takes what was typed; answers whether the network asks for the passkey. Refused when a person said that codes differ. */
  async look(): Promise<boolean> {
    const { caller, clientId } = this.#deps
    const asked = await requireAnswer<Asked>(caller, 'worker.passkey.get', { clientId })
    if (asked.waitsFor === 'nothing') return false
    const { waitsFor, options, code } = asked
    const news = JSON.stringify([waitsFor, options?.challenge, code])
    if (news !== this.#lastNews) {
      this.#lastNews = news
      this.#typed.length = 0
      this.#explain(asked)
    }
    for (const line of this.#typed.splice(0)) await this.#take(asked, line)
    return true
  }

  /** Reads nothing more, so that the command can end. */
  close(): void {
    this.#lines?.close()
  }

  #print(sentence: string): void {
    printLine(this.#deps.io.stderr, sentence)
  }

  #explain({ message, waitsFor, options, code }: Asked): void {
    const { io, onTyped } = this.#deps
    this.#print(message)
    if (waitsFor === 'signature' && options) {
      printLine(io.stdout, buildPasskeyScript(options, WORDS))
      this.#print(STEPS)
    }
    if (waitsFor === 'comparison' && code !== null) {
      printLine(io.stdout, code)
      this.#print('Does the phone show this code, every letter and digit? Type yes or no and press Enter.')
    }
    this.#lines ??= createInterface({ input: io.stdin }).on('line', (line) => {
      if (line.trim() === '') return
      this.#typed.push(line)
      onTyped()
    })
  }

  async #take({ waitsFor }: Asked, line: string): Promise<void> {
    const { caller, clientId } = this.#deps
    if (waitsFor === 'comparison') return await this.#compare(line.trim().toLowerCase())
    if (waitsFor !== 'signature') return
    const assertion = readAssertion(line)
    if (!assertion) return this.#print(WRONG_TEXT)
    await this.#try(requireAnswer(caller, 'worker.passkey.answer', { clientId, assertion }))
  }

  async #compare(answer: string): Promise<void> {
    const { caller, clientId } = this.#deps
    if (answer === 'yes')
      return await this.#try(requireAnswer(caller, 'worker.passkey.confirm', { clientId }))
    if (answer !== 'no') return this.#print('Type yes or no and press Enter.')
    await requireAnswer(caller, 'worker.stop', { clientId })
    throw new Refusal('CONFLICT', DIFFERS)
  }

  /** What is refused is said, and may be tried again. */
  async #try(call: Promise<unknown>): Promise<void> {
    try {
      await call
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.#print(describeRefusal(error))
    }
  }
}
