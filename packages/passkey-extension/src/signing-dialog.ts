import type { TextName } from './texts.ts'

/** What is shown must have been seen before it can be pressed: a page could have asked for a press just here. */
const READ_FIRST_MS = 1_000

const PANEL =
  'box-sizing:border-box;margin:auto;padding:28px;width:30rem;max-width:92vw;border:0;border-radius:16px;font:16px/1.5 system-ui,sans-serif;color:#16202b;background:#fff;box-shadow:0 8px 40px #0006'
const ADDRESS =
  'display:block;margin:12px 0;padding:12px 14px;border-radius:10px;font:600 17px/1.4 ui-monospace,monospace;color:#16202b;background:#eef1f4;overflow-wrap:anywhere;direction:ltr;text-align:start'
const BUTTON = 'padding:12px 18px;border:0;border-radius:10px;font:inherit;font-weight:600;cursor:pointer'
const SIGN = `${BUTTON};color:#fff;background:#0b6648`
const DECLINE = `${BUTTON};color:#16202b;background:#e3e7ec`

interface DialogDeps {
  translate(name: TextName, ...parts: string[]): string
  /** Who asks, by the browser's word. */
  origin: string
  clientName: string
  /** Whether others on the way to that address can read along. */
  isInsecure: boolean
  onSign(): Promise<void>
  onDecline(): Promise<void>
}

function createText(tag: string, text: string, style = 'margin:0 0 10px;color:#16202b'): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = text
  element.style.cssText = style
  return element
}

/**
 * Over the page of the network: names who asks and what signing means. It has a root of its own, so that the page's styles
 * do not change it, and sets styles by script, as the page's policy allows none in the text.
 */
export class SigningDialog {
  readonly #deps: DialogDeps
  readonly #host = document.createElement('div')
  readonly #sign = document.createElement('button')
  readonly #note = createText('p', '', 'margin:16px 0 0;color:#16202b')

  constructor(deps: DialogDeps) {
    this.#deps = deps
    const dialog = document.createElement('dialog')
    const heading = createText(
      'h1',
      deps.translate('signTitle'),
      'margin:0;font:600 20px/1.3 system-ui,sans-serif;color:#16202b',
    )
    heading.id = 'title'
    dialog.lang = deps.translate('language')
    dialog.style.cssText = PANEL
    dialog.setAttribute('aria-labelledby', heading.id)
    this.#note.setAttribute('role', 'status')
    dialog.append(heading, ...this.#describe(), this.#createButtons(), this.#note)
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      void deps.onDecline()
    })
    // What is written or pressed here is none of the page's business.
    for (const name of ['keydown', 'keyup', 'keypress'] as const)
      this.#host.addEventListener(name, (event) => event.stopPropagation())
    this.#host.attachShadow({ mode: 'open' }).append(dialog)
    document.body.append(this.#host)
    dialog.showModal()
    setTimeout(() => {
      this.#sign.disabled = false
    }, READ_FIRST_MS)
  }

  close(): void {
    this.#host.remove()
  }

  /** Says how it goes on; the button that signs is not pressed again. */
  show(name: TextName, ...parts: string[]): void {
    this.#sign.disabled = true
    this.#note.textContent = this.#deps.translate(name, ...parts)
  }

  offerAgain(reason: string): void {
    this.show('failed', reason)
    this.#sign.disabled = false
  }

  #describe(): HTMLElement[] {
    const { origin, clientName, isInsecure, translate } = this.#deps
    return [
      createText('strong', origin, ADDRESS),
      ...(isInsecure ? [createText('p', translate('signInsecure'), 'margin:0 0 10px;color:#a3261b')] : []),
      ...(clientName ? [createText('p', translate('signClient', clientName))] : []),
      createText('p', translate('signMeaning')),
    ]
  }

  #createButtons(): HTMLElement {
    const { translate, onSign, onDecline } = this.#deps
    const row = createText('div', '', 'display:flex;flex-wrap:wrap;gap:12px;margin:18px 0 0')
    const decline = document.createElement('button')
    this.#sign.textContent = translate('sign')
    this.#sign.style.cssText = SIGN
    this.#sign.disabled = true
    decline.textContent = translate('decline')
    decline.style.cssText = DECLINE
    // Only what a person presses: scripts of the page could make presses of their own.
    this.#sign.addEventListener('click', (event) => {
      if (event.isTrusted) void onSign()
    })
    decline.addEventListener('click', () => void onDecline())
    row.append(this.#sign, decline)
    return row
  }
}
