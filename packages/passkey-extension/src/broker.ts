import type { ExtensionApi, Sender, Tab } from './extension-api.ts'
import { SIGNING_ORIGIN, SIGNING_PATTERN } from './manifest.ts'
import { isMessage, type TabState, type ToBridge, type ToSigner } from './messages.ts'
import { parseSigningRequest } from './signing-request.ts'

const originOf = (url: string | undefined): string | null =>
  URL.canParse(url ?? '') ? new URL(url ?? '').origin : null

const isSigningPage = (url: string | undefined): boolean => originOf(url) === SIGNING_ORIGIN

/** Where a Parley service may be met: not a page of the browser, a file, or the signing page itself. */
const mayAsk = (url: string | undefined): boolean => /^https?:/.test(url ?? '') && !isSigningPage(url)

/** A sender that is a page itself, as the browser describes it. */
interface PageSender {
  tab: Tab & { id: number }
  origin: string
}

type Fields = Record<string, unknown>

/**
 * Stands between the page that asks and the page that signs. It keeps nothing: browsers end what runs in the background
 * whenever they like, and so each message says all that is needed, and who sent it is asked of the browser.
 */
export class Broker {
  readonly #api: ExtensionApi

  constructor(api: ExtensionApi) {
    this.#api = api
  }

  /**
   * Somebody pressed the extension's button on a page, which is what opens that page to it.
   * The permission to work on the signing page has to be asked for before anything else is awaited: Firefox lets people take
   * it back, and shows the question only while it sees the press. It answers at once where the permission is there.
   */
  async begin(tab: Tab): Promise<void> {
    const { permissions } = this.#api
    const wanted = { origins: [SIGNING_PATTERN] }
    const isAllowed = await permissions.request(wanted).catch(() => permissions.contains(wanted))
    const tabId = tab.id
    if (!isAllowed || tabId === undefined || !mayAsk(tab.url)) return await this.#help()
    try {
      await this.#api.scripting.executeScript({ target: { tabId }, files: ['bridge.js'] })
    } catch {
      // Such as the browser's store, which no extension may work in.
      await this.#help()
    }
  }

  /** Answers one message; null to what is not for it. */
  async answer(message: unknown, from: Sender): Promise<unknown> {
    const sender = this.#identify(from)
    if (!sender || !isMessage(message)) return null
    if (sender.origin === SIGNING_ORIGIN) return await this.#handSigned(message, sender)
    switch (message.kind) {
      case 'open':
        return await this.#open(sender.tab)
      case 'look':
        return await this.#look(message, sender)
      case 'leave':
        return await this.#leave(message.tabId)
      case 'nobody':
        return await this.#help()
      default:
        return null
    }
  }

  #identify({ id, tab, frameId, url }: Sender): PageSender | null {
    const origin = originOf(url)
    if (id !== this.#api.runtime.id || frameId !== 0 || tab?.id === undefined || origin === null) return null
    return { tab: { ...tab, id: tab.id }, origin }
  }

  async #help(): Promise<void> {
    await this.#api.tabs.create({ url: this.#api.runtime.getURL('help.html'), active: true })
  }

  /** Beside the page that asks, which comes back when the tab is closed. */
  async #open({ id, index, windowId }: PageSender['tab']): Promise<number | null> {
    const options = { active: true, index: index + 1, windowId, openerTabId: id }
    const tab = await this.#api.tabs.create({ url: `${SIGNING_ORIGIN}/`, ...options })
    return tab.id ?? null
  }

  /**
   * Shows the request in the tab as soon as that is there, and says how it stands. It is called again and again, so that it
   * is shown anew when the page loads itself again.
   */
  async #look({ tabId, id, request }: Fields, sender: PageSender): Promise<TabState> {
    const parsed = parseSigningRequest(request)
    if (typeof tabId !== 'number' || typeof id !== 'string' || !parsed) return 'unreachable'
    const tab = await this.#api.tabs.get(tabId).catch(() => null)
    if (!tab) return 'closed'
    if (tab.status !== 'complete') return 'loading'
    if (!isSigningPage(tab.url)) return 'elsewhere'
    const payload: ToSigner = {
      ...{ kind: 'present', id, request: parsed },
      ...{ askerTabId: sender.tab.id, origin: sender.origin },
    }
    return (await this.#present(tabId, payload)) ? 'shown' : 'unreachable'
  }

  async #present(tabId: number, payload: ToSigner): Promise<boolean> {
    const send = () => this.#api.tabs.sendMessage(tabId, payload, { frameId: 0 })
    try {
      // Fails where the script is not yet in the page.
      return (await send()) === true
    } catch {
      return await this.#api.scripting
        .executeScript({ target: { tabId }, files: ['signer.js'] })
        .then(send)
        .then((answer) => answer === true)
        .catch(() => false)
    }
  }

  /** Closes no tab but one of the signing page. */
  async #leave(tabId: unknown): Promise<null> {
    const tab = typeof tabId === 'number' ? await this.#api.tabs.get(tabId).catch(() => null) : null
    if (tab?.id !== undefined && isSigningPage(tab.url)) await this.#api.tabs.remove(tab.id).catch(() => {})
    return null
  }

  /** True when the page that asked took it; then the tab is closed, and that page is seen again. */
  async #handSigned(message: { kind: string } & Fields, { tab }: PageSender): Promise<boolean> {
    const { kind, askerTabId, id, assertion } = message
    if (typeof askerTabId !== 'number' || typeof id !== 'string') return false
    if (kind !== 'signed' && kind !== 'declined') return false
    const payload: ToBridge = kind === 'signed' ? { kind, id, assertion } : { kind, id }
    const isTaken = await this.#api.tabs.sendMessage(askerTabId, payload, { frameId: 0 }).catch(() => false)
    if (isTaken !== true && kind === 'signed') return false
    await this.#api.tabs.remove(tab.id).catch(() => {})
    await this.#api.tabs.update(askerTabId, { active: true }).catch(() => {})
    return true
  }
}
