import { describe, expect, it } from 'vitest'
import { createFakeConnection } from '../../../test/support/fake-network.ts'
import { emptyProfile } from '../../../test/support/fake-profile.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import type { NetworkProfile } from '../../network/port.ts'
import { silentLog } from '../../platform/logger.ts'
import { createProfileCommand } from './owner-side.ts'

const client = { id: 'one', address: '447700900001@s.whatsapp.net', lid: null }
const run = createProfileCommand(silentLog)
const refused = (networkCode: number) => async () => ({ kind: 'refused', networkCode }) as const

function act(profile: Partial<NetworkProfile>, name: string, input: object): Promise<unknown> {
  const connection = { ...createFakeConnection(), profile: { ...emptyProfile, ...profile } }
  return run({ client, connection: () => connection }, { act: name, input })
}
const dataOf = async (refusal: Promise<unknown>) => (await readRefusal(refusal)).data

describe('a refusal of the network', () => {
  it.each([
    [429, 'ACCOUNT_RATE_LIMITED'],
    [400, 'ACCOUNT_REFUSED'],
  ])('with code %i is told with its reason', async (code, reason) => {
    expect(await dataOf(act({ privacy: refused(code) }, 'privacy', {}))).toMatchObject({ reason })
  })

  it('of a picture says so', async () => {
    const setPicture = act({ setPicture: refused(406) }, 'setPicture', { jpeg: null })
    expect(await dataOf(setPicture)).toMatchObject({ reason: 'PICTURE_NOT_TAKEN' })
  })

  it('of one of several settings names those that were changed before it', async () => {
    const setPrivacy: NetworkProfile['setPrivacy'] = async (setting) =>
      setting === 'callsAdd' ? { kind: 'refused', networkCode: 400 } : { kind: 'answered', value: null }
    const settings = { lastSeen: 'nobody', callsAdd: 'known', messages: 'contacts' }
    expect(await dataOf(act({ setPrivacy }, 'updatePrivacy', { settings }))).toMatchObject({
      reason: 'ACCOUNT_REFUSED',
      done: ['lastSeen'],
    })
  })

  it('of several settings, one of which is not answered, names those before it', async () => {
    const setPrivacy: NetworkProfile['setPrivacy'] = async (setting) => {
      if (setting === 'callsAdd') throw new Error('no answer')
      return { kind: 'answered', value: null }
    }
    const settings = { lastSeen: 'nobody', callsAdd: 'known', messages: 'contacts' }
    expect(await readRefusal(act({ setPrivacy }, 'updatePrivacy', { settings }))).toMatchObject({
      code: 'GATEWAY_TIMEOUT',
      data: { reason: 'NO_ANSWER_IN_TIME', done: ['lastSeen'] },
    })
  })

  it('comes before a command to the owner is over, however long each of many settings takes', async () => {
    let nowMs = 0
    const set: string[] = []
    const setPrivacy: NetworkProfile['setPrivacy'] = async (setting) => {
      nowMs += 12_000
      set.push(setting)
      return { kind: 'answered', value: null }
    }
    const connection = { ...createFakeConnection(), profile: { ...emptyProfile, setPrivacy } }
    const slow = createProfileCommand(silentLog, () => nowMs)
    const settings = { lastSeen: 'nobody', online: 'everyone', picture: 'nobody', about: 'nobody' }
    const input = { settings: { ...settings, readReceipts: false, groupsAdd: 'everyone', callsAdd: 'known' } }
    const asked = slow({ client, connection: () => connection }, { act: 'updatePrivacy', input })
    expect(await dataOf(asked)).toMatchObject({ reason: 'NO_ANSWER_IN_TIME', done: set })
    expect(set).toEqual(['lastSeen', 'online', 'picture'])
  })

  it.each([401, 404])(
    'with code %i of what an account says of itself means that it says nothing',
    async (code) => {
      expect(await act({ about: refused(code) }, 'get', {})).toEqual({
        name: null,
        about: null,
        pictureUrl: null,
      })
    },
  )
})

it('a name waits for the phone to share what is needed for it', async () => {
  const setName = async () => ({ kind: 'phone_not_ready' }) as const
  expect(await readRefusal(act({ setName }, 'update', { name: 'The shop' }))).toMatchObject({
    code: 'CONFLICT',
    data: { reason: 'PHONE_NOT_READY', done: [] },
  })
})

it('an act that the network does not answer may or may not have happened', async () => {
  const privacy = async () => {
    throw new Error('no answer')
  }
  expect(await readRefusal(act({ privacy }, 'privacy', {}))).toMatchObject({
    code: 'GATEWAY_TIMEOUT',
    data: { reason: 'NO_ANSWER_IN_TIME' },
  })
})

it('an act without a connection asks nobody', async () => {
  expect(await readRefusal(run({ client, connection: () => null }, { act: 'get', input: {} }))).toMatchObject(
    {
      code: 'SERVICE_UNAVAILABLE',
      data: { reason: 'ACCOUNT_NOT_ASKED' },
    },
  )
})
