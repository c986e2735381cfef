import { describe, expect, it } from 'vitest'
import { Broker } from './broker.ts'
import type { ExtensionApi, Sender, Tab } from './extension-api.ts'

const OWN_ID = 'own-id'
const ASKER: Tab & { id: number } = {
  ...{ id: 7, index: 2, windowId: 1, status: 'complete' },
  url: 'https://parley.example.org/clients/1',
}
const SIGNING_URL = 'https://web.whatsapp.com/'
const REQUEST = { clientName: 'Shop', options: { challenge: 'AQID', rpId: 'whatsapp.com' } }
const LOOK = { kind: 'look', tabId: 40, id: 'press-1', request: REQUEST }

const fromAsker: Sender = { id: OWN_ID, frameId: 0, tab: ASKER, url: ASKER.url ?? '' }
const fromSigner: Sender = {
  ...{ id: OWN_ID, frameId: 0, url: SIGNING_URL },
  tab: { id: 40, index: 3, windowId: 1 },
}

/** A browser as far as the broker sees one. Scripts are in a tab once they were put there, as in the real one. */
function createBrowser() {
  const tabs = new Map<number, Tab>([[7, ASKER]])
  const scripts = new Map<number, string[]>()
  const calls: unknown[][] = []
  const browser = {
    tabs,
    scripts,
    calls,
    mayWorkThere: true,
    seesPress: true,
    /** What the script in a tab answers to a message. */
    answer: (_tabId: number, _message: unknown): unknown => true,
  }
  const note = (...call: unknown[]) => calls.push(call)
  const unused = () => {
    throw new Error('the broker does not use it')
  }
  const api: ExtensionApi = {
    action: { onClicked: { addListener: unused } },
    i18n: { getMessage: unused },
    permissions: {
      async request({ origins }) {
        note('request', ...origins)
        if (!browser.seesPress) throw new Error('This function must be called during a user gesture')
        return browser.mayWorkThere
      },
      contains: async () => browser.mayWorkThere,
    },
    runtime: {
      id: OWN_ID,
      getURL: (path) => `extension://own/${path}`,
      sendMessage: unused,
      onMessage: { addListener: unused, removeListener: unused },
    },
    scripting: {
      async executeScript({ target: { tabId }, files }) {
        note('execute', tabId, ...files)
        if (!/^https:/.test(tabs.get(tabId)?.url ?? ''))
          throw new Error('Cannot access contents of the page.')
        scripts.set(tabId, [...(scripts.get(tabId) ?? []), ...files])
      },
    },
    tabs: {
      async create(options) {
        note('create', options)
        const tab = { id: 40, index: options.index ?? 9, windowId: 1, status: 'loading', url: '' }
        tabs.set(tab.id, tab)
        return tab
      },
      async get(tabId) {
        const tab = tabs.get(tabId)
        if (!tab) throw new Error(`No tab with id: ${tabId}.`)
        return tab
      },
      async remove(tabId) {
        note('remove', tabId)
        tabs.delete(tabId)
      },
      async update(tabId, change) {
        note('update', tabId, change)
      },
      async sendMessage(tabId, message, { frameId }) {
        if (!scripts.has(tabId))
          throw new Error('Could not establish connection. Receiving end does not exist.')
        note('tell', tabId, message, frameId)
        return browser.answer(tabId, message)
      },
    },
  }
  return { browser, broker: new Broker(api) }
}

describe('a press of the button', () => {
  it('puts the script into that page, after the browser allowed the signing page', async () => {
    const { browser, broker } = createBrowser()
    await broker.begin(ASKER)
    expect(browser.calls).toEqual([
      ['request', 'https://web.whatsapp.com/*'],
      ['execute', 7, 'bridge.js'],
    ])
  })

  it.each([
    ['a page of the browser', { ...ASKER, url: 'chrome://extensions' }],
    ['a file', { ...ASKER, url: 'file:///home/ada/page.html' }],
    ['the signing page', { ...ASKER, url: SIGNING_URL }],
    ['a page that the browser keeps from extensions', { ...ASKER, id: 99 }],
  ])('explains itself on %s', async (_, tab) => {
    const { browser, broker } = createBrowser()
    await broker.begin(tab)
    expect(browser.calls.at(-1)).toEqual(['create', { url: 'extension://own/help.html', active: true }])
    expect(browser.scripts).toEqual(new Map())
  })

  it('goes on where the browser asks nobody any more, as it is allowed already', async () => {
    const { browser, broker } = createBrowser()
    browser.seesPress = false
    await broker.begin(ASKER)
    expect(browser.scripts).toEqual(new Map([[7, ['bridge.js']]]))
  })

  it('explains itself when the person does not allow the signing page', async () => {
    const { browser, broker } = createBrowser()
    browser.mayWorkThere = false
    await broker.begin(ASKER)
    expect(browser.calls.map(([name]) => name)).toEqual(['request', 'create'])
  })
})

describe('a request', () => {
  it('is shown in a tab beside the page that asks, with the address that the browser says', async () => {
    const { browser, broker } = createBrowser()
    expect(await broker.answer({ kind: 'open' }, fromAsker)).toBe(40)
    const place = { index: 3, windowId: 1, openerTabId: 7 }
    expect(browser.calls).toEqual([['create', { url: SIGNING_URL, active: true, ...place }]])

    const lied = {
      ...LOOK,
      origin: 'https://bank.example',
      request: { ...REQUEST, origin: 'https://bank.example' },
    }
    expect(await broker.answer(lied, fromAsker)).toBe('loading')
    browser.tabs.set(40, { id: 40, index: 3, windowId: 1, status: 'complete', url: SIGNING_URL })
    expect(await broker.answer(lied, fromAsker)).toBe('shown')
    expect(await broker.answer(lied, fromAsker)).toBe('shown')
    const request = {
      ...{ kind: 'present', id: 'press-1', request: REQUEST },
      ...{ askerTabId: 7, origin: 'https://parley.example.org' },
    }
    expect(browser.calls.slice(1)).toEqual([
      ['execute', 40, 'signer.js'],
      ['tell', 40, request, 0],
      ['tell', 40, request, 0],
    ])
  })

  it('is shown nowhere but on the signing page', async () => {
    const { browser, broker } = createBrowser()
    for (const url of [
      undefined,
      'about:blank',
      'https://web.whatsapp.com.example.org/',
      'http://web.whatsapp.com/',
    ]) {
      browser.tabs.set(40, { id: 40, index: 3, windowId: 1, status: 'complete', ...(url && { url }) })
      expect(await broker.answer(LOOK, fromAsker)).toBe('elsewhere')
    }
    expect(browser.calls).toEqual([])
    browser.tabs.delete(40)
    expect(await broker.answer(LOOK, fromAsker)).toBe('closed')
  })

  it('is not shown when it is nothing that the network would ask', async () => {
    const { browser, broker } = createBrowser()
    browser.tabs.set(40, { id: 40, index: 3, windowId: 1, status: 'complete', url: SIGNING_URL })
    const options = { ...REQUEST.options, rpId: 'example.com' }
    expect(await broker.answer({ ...LOOK, request: { ...REQUEST, options } }, fromAsker)).toBe('unreachable')
    expect(browser.calls).toEqual([])
  })

  it.each([
    ['another extension', { ...fromAsker, id: 'other' }],
    ['a frame in a page', { ...fromAsker, frameId: 3 }],
    ['no tab', { id: OWN_ID, frameId: 0, url: ASKER.url ?? '' }],
    ['no address', { id: OWN_ID, frameId: 0, tab: ASKER }],
    ['the signing page, which only signs', fromSigner],
  ])('is not heard from %s', async (_, sender: Sender) => {
    const { browser, broker } = createBrowser()
    for (const message of [{ kind: 'open' }, LOOK, { kind: 'leave', tabId: 7 }, { kind: 'nobody' }])
      expect([null, false]).toContain(await broker.answer(message, sender))
    expect(browser.calls).toEqual([])
  })

  it('that is withdrawn closes its own tab, and no tab of another page', async () => {
    const { browser, broker } = createBrowser()
    await broker.answer({ kind: 'leave', tabId: 7 }, fromAsker)
    await broker.answer({ kind: 'leave', tabId: 41 }, fromAsker)
    expect(browser.calls).toEqual([])
    browser.tabs.set(40, { id: 40, index: 3, windowId: 1, status: 'loading', url: SIGNING_URL })
    await broker.answer({ kind: 'leave', tabId: 40 }, fromAsker)
    expect(browser.calls).toEqual([['remove', 40]])
  })
})

describe('what was signed', () => {
  const signed = { kind: 'signed', askerTabId: 7, id: 'press-1', assertion: { response: {} } }

  it('goes to the tab that asked, and the person is back there', async () => {
    const { browser, broker } = createBrowser()
    browser.scripts.set(7, ['bridge.js'])
    expect(await broker.answer(signed, fromSigner)).toBe(true)
    expect(browser.calls).toEqual([
      ['tell', 7, { kind: 'signed', id: 'press-1', assertion: { response: {} } }, 0],
      ['remove', 40],
      ['update', 7, { active: true }],
    ])
  })

  it('stays where it is when nobody waits for it any more, so that the person is told', async () => {
    const { browser, broker } = createBrowser()
    expect(await broker.answer(signed, fromSigner)).toBe(false)
    browser.scripts.set(7, ['bridge.js'])
    browser.answer = () => false
    expect(await broker.answer(signed, fromSigner)).toBe(false)
    expect(browser.calls.map(([name]) => name)).toEqual(['tell'])
  })

  it('is taken from the signing page only', async () => {
    const { browser, broker } = createBrowser()
    browser.scripts.set(7, ['bridge.js'])
    expect(await broker.answer(signed, fromAsker)).toBeNull()
    expect(await broker.answer(signed, { ...fromSigner, frameId: 2 })).toBeNull()
    expect(await broker.answer(signed, { ...fromSigner, url: 'https://whatsapp.com/' })).toBeNull()
    expect(browser.calls).toEqual([])
  })

  it('may be nothing: who declines is back at the page that asked', async () => {
    const { browser, broker } = createBrowser()
    browser.scripts.set(7, ['bridge.js'])
    await broker.answer({ kind: 'declined', askerTabId: 7, id: 'press-1' }, fromSigner)
    expect(browser.calls).toEqual([
      ['tell', 7, { kind: 'declined', id: 'press-1' }, 0],
      ['remove', 40],
      ['update', 7, { active: true }],
    ])
  })
})
