import vm from 'node:vm'
import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import type { ExtensionApi, Sender, Tab } from '../../packages/passkey-extension/src/extension-api.ts'

const OWN_ID = 'stand-in-of-an-extension-id-xxxx'
const OWN_ORIGIN = `https://${OWN_ID}.invalid`
const WORLD = 'extension'
const NO_RECEIVER = 'Could not establish connection. Receiving end does not exist.'

/** The browser extension, as somebody has it in their browser. */
export interface Extension {
  /** Presses its button in the toolbar while that page is seen. */
  press(page: Page): Promise<void>
}

type Files = ReadonlyMap<string, Uint8Array>
type BackgroundListener = Parameters<ExtensionApi['runtime']['onMessage']['addListener']>[0]

interface Manifest {
  background: { service_worker: string }
  host_permissions: string[]
  content_security_policy: { extension_pages: string }
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  png: 'image/png',
}

const readText = (files: Files, name: string): string => {
  const bytes = files.get(name)
  if (!bytes) throw new Error(`Could not load file: '${name}'.`)
  return new TextDecoder().decode(bytes)
}

/** Messages between scripts of an extension are copied as JSON (developer.chrome.com, "Message passing"). */
const copy = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value))

/** What scripts of the extension have of the browser in a page; `$1` stands for what is put into a text. */
const buildApi = (messages: string): string => `
  const messages = ${messages}
  const i18n = {
    getMessage: (name, parts = []) => (messages[name]?.message ?? '').replace(/\\$(\\d)/g, (_, place) => parts[place - 1] ?? ''),
  }`

/** A script in a page speaks to the background by a function that only scripts of the extension have there. */
const buildWorld = (messages: string): string => `(() => {
  ${buildApi(messages)}
  const listeners = new Set()
  const calls = new Map()
  let lastCall = 0
  const runtime = {
    id: ${JSON.stringify(OWN_ID)},
    sendMessage: (message) => new Promise((resolve) => {
      const call = ++lastCall
      calls.set(call, resolve)
      tellExtensionHost(JSON.stringify({ call, message }))
    }),
    onMessage: {
      addListener: (listener) => listeners.add(listener),
      removeListener: (listener) => listeners.delete(listener),
    },
  }
  globalThis.chrome = { i18n, runtime }
  globalThis.answerCall = (call, value) => calls.get(call)?.(value)
  globalThis.hearMessage = (message) => new Promise((resolve, reject) => {
    if (listeners.size === 0) return reject(new Error(${JSON.stringify(NO_RECEIVER)}))
    const answersLater = [...listeners].map((listener) => listener(message, { id: runtime.id }, resolve))
    if (!answersLater.includes(true)) resolve(null)
  })
})()`

/** One page with what the extension has in it, which is gone when the page loads another document. */
class HostedTab {
  readonly id: number
  readonly page: Page
  /** The address on which the button was pressed; other addresses in the same tab are closed to the extension. */
  grantedOrigin: string | null = null
  readonly #host: ExtensionHost
  #devtools: Promise<CDPSession> | null = null
  #worldId: number | null = null

  constructor(id: number, page: Page, host: ExtensionHost) {
    this.id = id
    this.page = page
    this.#host = host
  }

  /** Addresses are told of pages that the extension may work in, and of no others. */
  async describe(): Promise<Tab> {
    const url = this.page.url()
    const status = (await this.#isLoaded()) ? 'complete' : 'loading'
    const place = { id: this.id, index: this.id, windowId: 1 }
    return { ...place, status, ...(this.#host.mayWorkIn(this) && { url }) }
  }

  async run(code: string): Promise<void> {
    const devtools = await this.#open()
    this.#worldId ??= await this.#createWorld(devtools)
    await this.#evaluate(code)
  }

  async deliver(message: unknown): Promise<unknown> {
    return await this.#evaluate(`hearMessage(${JSON.stringify(message)})`)
  }

  /** Asked past the page's policy, under which no other evaluation may be possible; a page on its way to another fails it. */
  async #isLoaded(): Promise<boolean> {
    const question = { expression: 'document.readyState', returnByValue: true }
    try {
      const { result } = await (await this.#open()).send('Runtime.evaluate', question)
      return result.value === 'complete'
    } catch {
      return false
    }
  }

  async #open(): Promise<CDPSession> {
    this.#devtools ??= this.#connect()
    return await this.#devtools
  }

  async #connect(): Promise<CDPSession> {
    const devtools = await this.page.context().newCDPSession(this.page)
    devtools.on('Runtime.executionContextsCleared', () => {
      this.#worldId = null
    })
    devtools.on('Runtime.bindingCalled', ({ payload }) => void this.#answer(payload))
    await devtools.send('Runtime.enable')
    await devtools.send('Runtime.addBinding', { name: 'tellExtensionHost', executionContextName: WORLD })
    return devtools
  }

  async #createWorld(devtools: CDPSession): Promise<number> {
    const { frameTree } = await devtools.send('Page.getFrameTree')
    const world = { frameId: frameTree.frame.id, worldName: WORLD }
    const { executionContextId } = await devtools.send('Page.createIsolatedWorld', world)
    this.#worldId = executionContextId
    await this.#evaluate(buildWorld(this.#host.messages))
    return executionContextId
  }

  async #evaluate(expression: string): Promise<unknown> {
    const contextId = this.#worldId
    if (contextId === null) throw new Error(NO_RECEIVER)
    const question = { expression, contextId, awaitPromise: true, returnByValue: true }
    const { result, exceptionDetails } = await (await this.#open()).send('Runtime.evaluate', question)
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  /** A tab that is closed meanwhile hears no answer, which nobody misses. */
  async #answer(payload: string): Promise<void> {
    const { call, message } = JSON.parse(payload) as { call: number; message: unknown }
    const url = this.page.url()
    const sender: Sender = { id: OWN_ID, frameId: 0, tab: { ...(await this.describe()), url }, url }
    const value = (await this.#host.deliverToBackground(message, sender)) ?? null
    await this.#evaluate(`answerCall(${JSON.stringify(call)}, ${JSON.stringify(value)})`).catch(() => {})
  }
}

/**
 * Stands in for the browser's system for extensions where the browser has none. Its rules are those of Chrome's documentation:
 * scripts run in a world of their own ("Content scripts"), only in pages that the manifest names or on which the button was
 * pressed, until these are left ("The activeTab permission"); who sends a message is told by the browser ("Message passing").
 */
class ExtensionHost {
  readonly messages: string
  readonly #context: BrowserContext
  readonly #files: Files
  readonly #manifest: Manifest
  readonly #tabs: HostedTab[] = []
  readonly #presses: ((tab: Tab) => void)[] = []
  readonly #listeners: BackgroundListener[] = []

  constructor(context: BrowserContext, files: Files) {
    this.#context = context
    this.#files = files
    this.#manifest = JSON.parse(readText(files, 'manifest.json')) as Manifest
    this.messages = readText(files, '_locales/en/messages.json')
  }

  /** The extension's own pages are under an address that no network knows; then its background begins. */
  async start(): Promise<void> {
    await this.#context.route(`${OWN_ORIGIN}/**`, async (route) => {
      const name = new URL(route.request().url()).pathname.slice(1)
      await route.fulfill({
        contentType: TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
        headers: { 'content-security-policy': this.#manifest.content_security_policy.extension_pages },
        body: Buffer.from(this.#files.get(name) ?? ''),
      })
    })
    const code = readText(this.#files, this.#manifest.background.service_worker)
    vm.runInNewContext(code, { chrome: this.#createBackgroundApi(), URL })
  }

  async press(page: Page): Promise<void> {
    const tab = this.#adopt(page)
    tab.grantedOrigin = new URL(page.url()).origin
    const described = await tab.describe()
    for (const listener of this.#presses) listener(described)
  }

  mayWorkIn({ page, grantedOrigin }: HostedTab): boolean {
    const { origin } = new URL(page.url())
    return origin === grantedOrigin || this.#manifest.host_permissions.includes(`${origin}/*`)
  }

  deliverToBackground(message: unknown, sender: Sender): Promise<unknown> {
    return new Promise((resolve) => {
      for (const listener of this.#listeners) listener(message, sender, (value) => resolve(copy(value)))
    })
  }

  #adopt(page: Page): HostedTab {
    const known = this.#tabs.find((tab) => tab.page === page)
    const tab = known ?? new HostedTab(this.#tabs.length + 1, page, this)
    if (!known) this.#tabs.push(tab)
    return tab
  }

  #find(tabId: number): HostedTab {
    const tab = this.#tabs.find(({ id, page }) => id === tabId && !page.isClosed())
    if (!tab) throw new Error(`No tab with id: ${tabId}.`)
    return tab
  }

  #createTabsApi(): ExtensionApi['tabs'] {
    return {
      create: async ({ url }) => {
        const page = await this.#context.newPage()
        const isOwn = url.startsWith(OWN_ORIGIN)
        if (isOwn) await page.addInitScript(`{ ${buildApi(this.messages)}; globalThis.chrome = { i18n } }`)
        // It is on its way when this answers, as in a browser.
        page.goto(url).catch(() => {})
        return await this.#adopt(page).describe()
      },
      get: async (tabId) => await this.#find(tabId).describe(),
      remove: async (tabId) => await this.#find(tabId).page.close(),
      update: async (tabId) => await this.#find(tabId).page.bringToFront(),
      sendMessage: async (tabId, message) => await this.#find(tabId).deliver(copy(message)),
    }
  }

  #createBackgroundApi(): ExtensionApi {
    const unused = () => {
      throw new Error('the background does not use it')
    }
    const isAllowed = async ({ origins }: { origins: string[] }) =>
      origins.every((origin) => this.#manifest.host_permissions.includes(origin))
    return {
      action: { onClicked: { addListener: (listener) => void this.#presses.push(listener) } },
      i18n: { getMessage: unused },
      permissions: { request: isAllowed, contains: isAllowed },
      runtime: {
        id: OWN_ID,
        getURL: (path) => `${OWN_ORIGIN}/${path}`,
        sendMessage: unused,
        onMessage: { addListener: (listener) => void this.#listeners.push(listener), removeListener: unused },
      },
      scripting: {
        executeScript: async ({ target, files }) => {
          const tab = this.#find(target.tabId)
          if (!this.mayWorkIn(tab)) throw new Error('Cannot access contents of the page.')
          for (const file of files) await tab.run(readText(this.#files, file))
        },
      },
      tabs: this.#createTabsApi(),
    }
  }
}

/** Has the extension in every page of the context. */
export async function createExtensionHost(context: BrowserContext, files: Files): Promise<Extension> {
  const host = new ExtensionHost(context, files)
  await host.start()
  return host
}
