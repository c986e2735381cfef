import { describe, expect, it } from 'vitest'
import { Refusal } from '../../core/errors.ts'
import { PEER_HEADER } from '../users/index.ts'
import { PAIRING_PATH, PairingEntrance } from './entrance.ts'
import type { VisitActs } from './visits.ts'

const TOKEN = 't'.repeat(43)
const VISIT = 'v'.repeat(43)
const ASKED = {
  ...{ createdBy: 'Ada', email: 'ada@example.org', clientName: 'Shop' },
  ...{ over: null, expiresAt: new Date(0).toISOString() },
}

/** Visits that do nothing, and tell what they were asked. */
function startEntrance() {
  const asked: unknown[][] = []
  const note =
    (name: string) =>
    async (...args: unknown[]): Promise<void> =>
      void asked.push([name, ...args])
  const visits: VisitActs = {
    async show(token) {
      await note('show')(token)
      return { ...ASKED, isOpen: false }
    },
    open: note('open'),
    async state(visit) {
      await note('state')(visit)
      return {
        ...ASKED,
        ...{
          step: 'starting',
          stoppedBy: null,
          qr: null,
          qrExpiresAt: null,
          pairingCode: null,
          passkey: null,
        },
      }
    },
    leave: note('leave'),
    start: note('start'),
    requestCode: note('code'),
    answerPasskey: note('passkey'),
    confirmPasskey: note('confirm'),
  }
  let now = 0
  const entrance = new PairingEntrance(visits, () => now)
  const ask = async (
    action: string,
    body: unknown,
    headers: Record<string, string> = { authorization: `Bearer ${VISIT}` },
  ): Promise<unknown> => {
    const request = new Request(`http://127.0.0.1${PAIRING_PATH}${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [PEER_HEADER]: '192.0.2.7', ...headers },
      body: JSON.stringify(body),
    })
    try {
      return await (await entrance.handle(request)).json()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { code: error.code, reason: error.data?.reason }
    }
  }
  return { ask, asked, entrance, passMs: (ms: number) => (now += ms) }
}

const TOO_OFTEN = { code: 'TOO_MANY_REQUESTS', reason: 'TOO_OFTEN' }
const NO_VISIT = { code: 'NOT_FOUND', reason: 'NO_VISIT' }

describe('the entrance of pairing links', () => {
  it('hands over what the link and the visit are, and who asks', async () => {
    const { ask, asked } = startEntrance()
    const by = { address: '192.0.2.7', requestId: 'r-1' }
    const headers = { authorization: `bearer ${VISIT}`, 'x-request-id': 'r-1' }
    expect(await ask('show', { token: TOKEN }, headers)).toMatchObject({ createdBy: 'Ada' })
    expect(await ask('open', { token: TOKEN, visit: VISIT }, headers)).toEqual({})
    for (const action of ['start', 'confirm', 'leave']) expect(await ask(action, {}, headers)).toEqual({})
    expect(await ask('code', { phoneNumber: '+44 7700 900123' }, headers)).toEqual({})
    expect(asked).toEqual([
      ['show', TOKEN],
      ['open', TOKEN, VISIT, by],
      ['start', VISIT, by],
      ['confirm', VISIT, by],
      ['leave', VISIT, by],
      ['code', VISIT, by, '+447700900123'],
    ])
  })

  it('takes the visit from its header alone, and never the id of a client', async () => {
    const { ask, asked } = startEntrance()
    const clientId = '7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f'
    for (const action of ['state', 'start', 'code', 'passkey', 'confirm', 'leave']) {
      expect([action, await ask(action, { visit: VISIT }, {})]).toEqual([action, NO_VISIT])
      expect(await ask(action, {}, { cookie: `visit=${VISIT}` })).toEqual(NO_VISIT)
      expect(await ask(action, {}, { authorization: 'Bearer short' })).toEqual(NO_VISIT)
    }
    for (const action of ['start', 'confirm', 'leave'])
      expect(await ask(action, { clientId })).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await ask('show', { token: TOKEN, clientId })).toMatchObject({ code: 'BAD_REQUEST' })
    expect(asked).toEqual([])
  })

  it('refuses what has another form, another method or another type', async () => {
    const { ask, asked, entrance } = startEntrance()
    for (const body of [
      { token: 'cut off', visit: VISIT },
      { token: TOKEN, visit: 'short' },
      { token: TOKEN },
    ])
      expect(await ask('open', body)).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await ask('code', { phoneNumber: '12' })).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await ask('passkey', { assertion: { id: '!' } })).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await ask('others', {})).toMatchObject({ code: 'NOT_FOUND' })
    expect(await ask('start', {}, { 'content-type': 'text/plain' })).toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
    })
    const get = entrance.handle(new Request(`http://127.0.0.1${PAIRING_PATH}show`))
    await expect(get).rejects.toMatchObject({ code: 'METHOD_NOT_SUPPORTED' })
    expect(asked).toEqual([])
  })

  it('throttles one link, what is done with it more than looking at it, until a minute is over', async () => {
    const { ask, passMs } = startEntrance()
    for (let count = 0; count < 30; count++) expect(await ask('start', {})).toEqual({})
    expect(await ask('start', {})).toEqual(TOO_OFTEN)
    expect(await ask('code', { phoneNumber: '+447700900123' })).toEqual(TOO_OFTEN)
    for (let count = 0; count < 120; count++)
      expect(await ask('state', {})).toMatchObject({ step: 'starting' })
    expect(await ask('state', {})).toEqual(TOO_OFTEN)
    const other = { authorization: `Bearer ${'w'.repeat(43)}` }
    expect(await ask('start', {}, other)).toEqual({})
    passMs(60_000)
    expect(await ask('start', {})).toEqual({})
    expect(await ask('state', {})).toMatchObject({ step: 'starting' })
  })

  it('throttles one address, whatever it asks for', async () => {
    const { ask, passMs } = startEntrance()
    for (let count = 0; count < 600; count++) await ask('state', {}, {})
    expect(await ask('show', { token: TOKEN })).toEqual(TOO_OFTEN)
    expect(await ask('show', { token: TOKEN }, { [PEER_HEADER]: '192.0.2.8' })).toMatchObject(ASKED)
    passMs(60_000)
    expect(await ask('show', { token: TOKEN })).toMatchObject(ASKED)
  })
})
