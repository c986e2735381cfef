import { expect, it } from 'vitest'
import { CLIENT_STATUS, describeStatus } from '../../core/client/client-status.ts'
import { toLinking } from './visit-state.ts'

const NOTHING = { qr: null, qrExpiresAtMs: null, pairingCode: null, passkey: null }
const stateOf = (code: string, more: object = {}) =>
  toLinking({ code, text: describeStatus(code), ...NOTHING, ...more })

it('tells of every state of a client one step, and why it stopped only where that is the visitor’s to know', () => {
  const steps = Object.keys(CLIENT_STATUS).map((code) => [code, stateOf(code).step])
  expect(Object.fromEntries(steps)).toMatchObject({
    ...{ QR_WAITING: 'pairing', CODE_WAITING: 'pairing', PASSKEY_CONFIRM: 'passkey', STARTING: 'starting' },
    ...{ PROXY_FAILED: 'starting', PAIRED: 'linked', CONNECTED: 'linked', REACH_OUT_RESTRICTED: 'linked' },
    ...{ RESTRICTED: 'stopped', LOGGED_OUT: 'stopped', STOPPED: 'stopped', QR_EXPIRED: 'stopped' },
  })
  const codes = Object.keys(CLIENT_STATUS).filter((code) => stateOf(code).stoppedBy !== null)
  expect(codes).toEqual(['QR_EXPIRED', 'PAIRING_REJECTED', 'PASSKEY_FAILED'])
})

it('shows of the number of a code its end alone', () => {
  const pairingCode = { code: 'ABCD1234', phoneNumber: '+447700900123', expiresAtMs: 0 }
  const state = stateOf('CODE_WAITING', { pairingCode })
  expect(state.pairingCode).toEqual({
    code: 'ABCD-1234',
    phoneNumber: '… 0123',
    expiresAt: '1970-01-01T00:00:00.000Z',
  })
  expect(JSON.stringify(state)).not.toContain('447700')
})
