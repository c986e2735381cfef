import { describe, expect, it } from 'vitest'
import type { FromSigner, ToSigner } from './messages.ts'
import { Signing } from './signing.ts'
import type { SigningOptions } from './signing-request.ts'

const REQUEST: ToSigner = {
  ...{ kind: 'present', id: 'press-1', askerTabId: 7, origin: 'https://parley.example.org' },
  request: { clientName: 'Shop', options: { challenge: 'AQID', rpId: 'whatsapp.com' } },
}
const ASSERTION = { id: 'AQID', response: { signature: 'AA' } }

interface Asked {
  request: ToSigner
  onSign(): Promise<void>
  onDecline(): Promise<void>
  shown: string[]
}

function createSigning(sign: ((options: SigningOptions) => Promise<unknown>) | null = async () => ASSERTION) {
  const page = {
    asked: [] as Asked[],
    sent: [] as FromSigner[],
    /** What the background answers; it may be gone. */
    answer: async (): Promise<unknown> => true,
  }
  const signing = new Signing({
    sign,
    async send(message) {
      page.sent.push(message)
      return await page.answer()
    },
    ask(request, answers) {
      const shown: string[] = []
      page.asked.push({ request, shown, ...answers })
      return {
        close: () => shown.push('closed'),
        show: (name) => shown.push(name),
        offerAgain: (reason) => shown.push(`again: ${reason}`),
      }
    },
  })
  return { page, signing }
}

describe('the question to the person', () => {
  it('is asked once for each press, and the next press takes its place', () => {
    const { page, signing } = createSigning()
    signing.present(REQUEST)
    signing.present(structuredClone(REQUEST))
    expect(page.asked.map(({ request }) => request)).toEqual([REQUEST])
    signing.present({ ...REQUEST, id: 'press-2' })
    expect(page.asked.map(({ request, shown }) => [request.id, shown])).toEqual([
      ['press-1', ['closed']],
      ['press-2', []],
    ])
  })

  it('signs what was asked for when the person agrees, and hands it on', async () => {
    const signed: SigningOptions[] = []
    const { page, signing } = createSigning(async (options) => {
      signed.push(options)
      return ASSERTION
    })
    signing.present(REQUEST)
    expect([signed, page.sent]).toEqual([[], []])
    await page.asked[0]?.onSign()
    expect(signed).toEqual([REQUEST.request.options])
    expect(page.sent).toEqual([{ kind: 'signed', askerTabId: 7, id: 'press-1', assertion: ASSERTION }])
    expect(page.asked[0]?.shown).toEqual(['signing', 'handing'])
  })

  it('may be answered again after the browser did not sign', async () => {
    const { page, signing } = createSigning(async () => {
      throw new DOMException('The operation was not allowed.', 'NotAllowedError')
    })
    signing.present(REQUEST)
    await page.asked[0]?.onSign()
    expect(page.sent).toEqual([])
    expect(page.asked[0]?.shown).toEqual(['signing', 'again: The operation was not allowed.'])
  })

  it.each([
    ['the page that asked does not wait any more', async () => false],
    [
      'the extension was removed meanwhile',
      () => Promise.reject(new Error('Extension context invalidated.')),
    ],
  ])('says that nothing came of it when %s', async (_, answer) => {
    const { page, signing } = createSigning()
    page.answer = answer
    signing.present(REQUEST)
    await page.asked[0]?.onSign()
    expect(page.asked[0]?.shown).toEqual(['signing', 'handing', 'gone'])
  })

  it('says so where the browser cannot sign', async () => {
    const { page, signing } = createSigning(null)
    signing.present(REQUEST)
    await page.asked[0]?.onSign()
    expect([page.asked[0]?.shown, page.sent]).toEqual([['unsupported'], []])
  })

  it('tells the page when the person declines', async () => {
    const { page, signing } = createSigning()
    signing.present(REQUEST)
    await page.asked[0]?.onDecline()
    expect(page.sent).toEqual([{ kind: 'declined', askerTabId: 7, id: 'press-1' }])
    expect(page.asked[0]?.shown).toEqual(['closed'])
  })
})
