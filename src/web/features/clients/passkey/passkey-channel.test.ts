import { afterEach, describe, expect, it } from 'vitest'
import {
  type FromBridge,
  isFromPage,
  type TabState,
  type ToPage,
} from '../../../../../packages/passkey-extension/src/messages.ts'
import { Petition } from '../../../../../packages/passkey-extension/src/petition.ts'
import { type ExtensionProgress, openPasskeyChannel, type PageWindow } from './passkey-channel.ts'

const ORIGIN = 'https://parley.example.org'
const OPTIONS = { challenge: 'AQID', rpId: 'whatsapp.com' }

type Listener = Parameters<PageWindow['addEventListener']>[1]

/** A page's window: all who listen there hear what anybody posts, later, and only under the address that was named. */
class FakeWindow implements PageWindow {
  readonly location = { origin: ORIGIN }
  readonly posted: unknown[] = []
  readonly #listeners = new Set<Listener>()

  addEventListener(_: 'message', listener: Listener): void {
    this.#listeners.add(listener)
  }

  removeEventListener(_: 'message', listener: Listener): void {
    this.#listeners.delete(listener)
  }

  postMessage(message: unknown, origin: string): void {
    this.posted.push(message)
    const data: unknown = structuredClone(message)
    queueMicrotask(() => {
      if (origin === ORIGIN) this.dispatch({ source: this, origin: ORIGIN, data })
    })
  }

  dispatch(event: Parameters<Listener>[0]): void {
    for (const listener of this.#listeners) listener(event)
  }
}

/** The end of all that is waiting at the moment. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

const cleanUps: (() => void)[] = []
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp()
})

/** A page that asks, when it is told to, with what the extension does there; time passes when a test says so. */
function createPage({ isAsking = true, options = OPTIONS as object } = {}) {
  const window = new FakeWindow()
  const page = {
    window,
    progress: [] as ExtensionProgress[],
    signed: [] as unknown[],
    toBackground: [] as FromBridge[],
    tabState: 'shown' as TabState | null,
    isTaking: true,
    waits: [] as { ms: number; end: () => void }[],
    press,
    /** Ends every wait of that length; the others go on. */
    async pass(ms: number) {
      for (const wait of page.waits.filter((one) => one.ms === ms)) wait.end()
      page.waits = page.waits.filter((one) => one.ms !== ms)
      await settle()
    },
  }
  if (isAsking)
    cleanUps.push(
      openPasskeyChannel({
        window,
        readRequest: () => ({ clientName: 'Shop', options }),
        onProgress: (progress) => page.progress.push(progress),
        onSigned(assertion) {
          page.signed.push(assertion)
          return page.isTaking
        },
      }),
    )

  async function press(id: string): Promise<Petition> {
    const petition = new Petition({
      id,
      post: (message: ToPage) => window.postMessage(message, ORIGIN),
      wait: (ms) => new Promise((end) => page.waits.push({ ms, end: () => end() })),
      async send(message) {
        page.toBackground.push(message)
        if (message.kind === 'open') return 40
        return message.kind === 'look' ? page.tabState : null
      },
    })
    const onMessage: Listener = ({ data }) => {
      if (isFromPage(data)) petition.handlePage(data)
    }
    window.addEventListener('message', onMessage)
    cleanUps.push(() => {
      window.removeEventListener('message', onMessage)
      petition.withdraw()
    })
    void petition.run()
    await settle()
    return petition
  }
  return page
}

const ASSERTION = { id: 'AQID', response: { signature: 'AA' } }

describe('a press of the extension’s button on the page', () => {
  it('has the page ask, opens the tab, and brings back what was signed there, which the page takes', async () => {
    const page = createPage()
    const petition = await page.press('press-1')
    const request = { clientName: 'Shop', options: OPTIONS }
    expect(page.toBackground).toEqual([{ kind: 'open' }, { kind: 'look', tabId: 40, id: 'press-1', request }])
    expect(page.progress).toEqual(['opened'])

    expect(await petition.handleSigner({ kind: 'signed', id: 'press-1', assertion: ASSERTION })).toBe(true)
    expect(page.signed).toEqual([ASSERTION])
    await page.pass(500)
    expect(page.toBackground).toHaveLength(2)
    expect(await petition.handleSigner({ kind: 'signed', id: 'press-1', assertion: ASSERTION })).toBe(false)
    expect(page.signed).toHaveLength(1)
  })

  it('says so in the tab when the page does not take it', async () => {
    const page = createPage()
    page.isTaking = false
    const petition = await page.press('press-1')
    const handed = petition.handleSigner({ kind: 'signed', id: 'press-1', assertion: 'nothing' })
    await settle()
    await page.pass(5_000)
    expect(await handed).toBe(false)
  })

  it('takes nothing that was signed for another press', async () => {
    const page = createPage()
    const petition = await page.press('press-1')
    expect(await petition.handleSigner({ kind: 'signed', id: 'press-0', assertion: ASSERTION })).toBe(false)
    expect(page.signed).toEqual([])
  })

  it.each(['closed', 'elsewhere'] as const)('ends when the tab is %s after it was shown', async (state) => {
    const page = createPage()
    await page.press('press-1')
    page.tabState = state
    await page.pass(500)
    expect(page.progress).toEqual(['opened', 'closed'])
    await page.pass(500)
    expect(page.toBackground).toHaveLength(3)
  })

  it('waits while the tab is on its way and survives a look that fails, but not four in a row', async () => {
    const page = createPage()
    page.tabState = 'elsewhere'
    await page.press('press-1')
    for (const state of ['loading', 'unreachable', null, 'unreachable', 'loading', 'unreachable'] as const) {
      page.tabState = state
      await page.pass(500)
    }
    expect(page.progress).toEqual([])
    for (let look = 0; look < 3; look++) await page.pass(500)
    expect(page.progress).toEqual(['unreachable'])
  })

  it('ends when the page of the network never opens', async () => {
    const page = createPage()
    page.tabState = 'loading'
    await page.press('press-1')
    for (let look = 0; look < 119; look++) await page.pass(500)
    expect(page.progress).toEqual([])
    await page.pass(500)
    expect(page.progress).toEqual(['unreachable'])
  })

  it('ends when somebody declines', async () => {
    const page = createPage()
    const petition = await page.press('press-1')
    expect(await petition.handleSigner({ kind: 'declined', id: 'press-1' })).toBe(true)
    await settle()
    expect(page.progress).toEqual(['opened', 'declined'])
  })

  it('opens nothing for what the network would not ask', async () => {
    const page = createPage({ options: { ...OPTIONS, rpId: 'example.com' } })
    await page.press('press-1')
    expect(page.progress).toEqual(['invalid'])
    expect(page.toBackground).toEqual([])
  })

  it('explains itself on a page that asks for nothing', async () => {
    const page = createPage({ isAsking: false })
    await page.press('press-1')
    expect(page.toBackground).toEqual([])
    await page.pass(2_000)
    expect(page.toBackground).toEqual([{ kind: 'nobody' }])
  })

  it('closes the tab of the press before, whose page then hears the new one only', async () => {
    const page = createPage()
    const first = await page.press('press-1')
    first.withdraw()
    await page.press('press-2')
    expect(page.toBackground.map(({ kind }) => kind)).toEqual(['open', 'look', 'leave', 'open', 'look'])
    const late = {
      channel: 'parley-passkey',
      to: 'page',
      id: 'press-1',
      kind: 'signed',
      assertion: ASSERTION,
    }
    page.window.postMessage(late, ORIGIN)
    await settle()
    expect(page.signed).toEqual([])
  })
})

describe('the page', () => {
  it('says nothing before the extension does, and nothing to other windows', async () => {
    const { window, signed } = createPage()
    const offer = { channel: 'parley-passkey', to: 'page', id: 'x', kind: 'offer' }
    await settle()
    for (const event of [
      { source: new FakeWindow(), origin: ORIGIN, data: offer },
      { source: window, origin: 'https://evil.example', data: offer },
      { source: window, origin: ORIGIN, data: { ...offer, channel: 'another' } },
      { source: window, origin: ORIGIN, data: { ...offer, to: 'extension' } },
      { source: window, origin: ORIGIN, data: { ...offer, id: 7 } },
      { source: window, origin: ORIGIN, data: null },
      { source: window, origin: ORIGIN, data: { ...offer, kind: 'signed', assertion: ASSERTION } },
    ])
      window.dispatch(event)
    await settle()
    expect(window.posted).toEqual([])
    expect(signed).toEqual([])
  })

  it('hears nothing more once it is left', async () => {
    const page = createPage()
    for (const cleanUp of cleanUps.splice(0)) cleanUp()
    await page.press('press-1')
    expect(page.window.posted).toEqual([expect.objectContaining({ kind: 'offer' })])
  })
})
