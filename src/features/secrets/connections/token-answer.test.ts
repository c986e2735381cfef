import { expect, test } from 'vitest'
import { readTokenAnswer } from './token-answer.ts'

const read = (status: number, body: object | string, isAgreed = false) =>
  readTokenAnswer(status, typeof body === 'string' ? body : JSON.stringify(body), isAgreed)

test.each([
  // RFC 6749, 5.1.
  [
    { access_token: '2YotnFZFEjr1zCsicMWpAA', token_type: 'example', expires_in: 3600 },
    { kind: 'failing', error: null },
  ],
  [
    { access_token: 'abc', token_type: 'bearer', expires_in: '3600', refresh_token: 'tGzv' },
    { kind: 'token', access: 'abc', refresh: 'tGzv', lifeSec: 3600 },
  ],
  [{ access_token: 'abc' }, { kind: 'token', access: 'abc', refresh: null, lifeSec: null }],
  [
    { access_token: 'abc', expires_in: 0 },
    { kind: 'token', access: 'abc', refresh: null, lifeSec: null },
  ],
  [{ access_token: 'a\r\nX-Other: b' }, { kind: 'failing', error: null }],
  ['<html>', { kind: 'failing', error: null }],
  // GitHub says 200 with an error.
  [{ error: 'bad_verification_code' }, { kind: 'refused', error: 'bad_verification_code' }],
])('200 with %j', (body, answer) => {
  expect(read(200, body)).toEqual(answer)
})

test.each([
  [400, { error: 'invalid_grant' }, true, { kind: 'ended', error: 'invalid_grant' }],
  [400, { error: 'invalid_grant' }, false, { kind: 'refused', error: 'invalid_grant' }],
  [401, { error: 'invalid_client' }, true, { kind: 'refused', error: 'invalid_client' }],
  [400, { error: 'temporarily_unavailable' }, true, { kind: 'failing', error: 'temporarily_unavailable' }],
  [429, {}, true, { kind: 'failing', error: '429' }],
  [503, 'busy', true, { kind: 'failing', error: '503' }],
  [403, { error: 'a sentence with sesame' }, true, { kind: 'refused', error: '403' }],
])('%i with %j', (status, body, isAgreed, answer) => {
  expect(read(status, body, isAgreed)).toEqual(answer)
})
