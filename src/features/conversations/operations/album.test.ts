import { describe, expect, it } from 'vitest'
import type { Address } from '../../../core/addresses.ts'
import { Refusal } from '../../../core/errors.ts'
import { storedWords } from '../../../words/english.ts'
import type { Answer } from '../../idempotency/index.ts'
import type { Delivery } from '../records/delivery-watch.ts'
import type { SendResult } from '../records/send-command.ts'
import { sendAlbumParts } from './album.ts'
import type { SendRequest } from './ask-owner.ts'
import { toReached, toWait, type Wait } from './wait.ts'

const ANA = '491511111111@s.whatsapp.net' as Address

const sentAs = (id: string, wait: Wait, status: 'PENDING' | 'SERVER_ACK'): Answer<SendResult> => ({
  response: {
    type: 'success',
    client: 'c',
    message: '',
    res: {
      key: { remoteJid: ANA, id, fromMe: true, participant: null },
      status,
      ...toReached(wait, status === 'PENDING' ? 'queued' : 'server'),
    },
  },
  final: status !== 'PENDING' || wait.until === 'queued',
})

interface Case {
  wait: Parameters<typeof toWait>[0]
  status?: 'PENDING' | 'SERVER_ACK'
  /** Which of the parts are delivered, the heading first. */
  delivered?: boolean[]
  refuseItem?: number
}

async function sendAlbum({ wait: asked, status = 'SERVER_ACK', delivered = [], refuseItem }: Case) {
  const wait = toWait(asked, 0)
  const ids: string[] = []
  const request = {
    target: ANA,
    wait,
    buildContent: async () => ({ type: 'album_heading' }),
  } as unknown as SendRequest
  const build = (index: number) => async () => {
    if (index === refuseItem) throw new Refusal('UNPROCESSABLE_CONTENT', 'no such file')
    return { type: 'text' as const, text: '' }
  }
  return sendAlbumParts(request, 'ALBUM', {
    words: storedWords,
    items: [build(0), build(1)],
    send: async (id) => {
      ids.push(id)
      return sentAs(id, wait, status)
    },
    awaitDeliveries: async () =>
      delivered.map((isDelivered, i): Delivery => {
        const reached = isDelivered ? 'DELIVERY_ACK' : 'SERVER_ACK'
        return { id: ids[i] ?? '', status: reached, error: null, isDelivered }
      }),
  })
}

describe('an album', () => {
  it('says nothing of how far it got when nobody asked to wait', async () => {
    const { response, final } = await sendAlbum({ wait: {} })
    expect(response.message).toBe('The network has 2 of 2 items of the album.')
    expect(response.res).not.toHaveProperty('reached')
    expect(final).toBe(true)
  })

  it('is delivered when each of its parts is', async () => {
    const { response, final } = await sendAlbum({
      wait: { wait: 'delivered' },
      delivered: [true, true, true],
    })
    expect(response).toMatchObject({
      message: '2 of 2 items of the album were delivered.',
      res: { reached: 'delivered', items: [{ status: 'DELIVERY_ACK' }, { status: 'DELIVERY_ACK' }] },
    })
    expect(final).toBe(true)
  })

  it('of which a part is not confirmed yet may be asked for again', async () => {
    const { response, final } = await sendAlbum({
      wait: { wait: 'delivered' },
      delivered: [true, true, false],
    })
    expect(response).toMatchObject({
      type: 'success',
      res: { reached: 'server', items: [{ status: 'DELIVERY_ACK' }, { status: 'SERVER_ACK' }] },
    })
    expect(final).toBe(false)
  })

  it('that is only queued says so, and an item that could not be built is its own error', async () => {
    const { response, final } = await sendAlbum({
      wait: { wait: 'queued' },
      status: 'PENDING',
      refuseItem: 1,
    })
    expect(response).toMatchObject({
      type: 'error',
      message: expect.stringMatching(/^1 of 2 items of the album are stored/),
      error: 'ALBUM_INCOMPLETE: 1 of 2 items went out. res.items[1]: UNPROCESSABLE_CONTENT: no such file',
      res: { reached: 'queued', items: [{ status: 'PENDING' }, { status: 'ERROR', key: null }] },
    })
    expect(final).toBe(true)
  })

  it.each([0, 1])('of which item %i was not sent is an error that says so, with what was sent', async (i) => {
    const { response } = await sendAlbum({ wait: {}, refuseItem: i })
    const items = [{ status: 'SERVER_ACK' }, { status: 'SERVER_ACK' }]
    items[i] = { status: 'ERROR' }
    expect(response).toMatchObject({
      type: 'error',
      message: expect.stringMatching(/^The network has 1 of 2 items of the album\./),
      error: expect.stringMatching(new RegExp(`^ALBUM_INCOMPLETE: 1 of 2 .*items\\[${i}\\]: .*no such file`)),
      res: { key: { id: 'ALBUM' }, status: 'SERVER_ACK', items },
    })
  })
})
