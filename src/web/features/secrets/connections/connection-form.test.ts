import { expect, test } from 'vitest'
import { parseParams, readConnectionForm } from './connection-form.ts'

const formOf = (fields: Record<string, string>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('more fields are lines of a name and a value', () => {
  expect(parseParams(' access_type = offline\n\nprompt=consent=always ')).toEqual({
    access_type: 'offline',
    prompt: 'consent=always',
  })
  expect(parseParams('access_type')).toBeNull()
  expect(parseParams(Array.from({ length: 11 }, (_, at) => `a${at}=b`).join('\n'))).toBeNull()
})

test('a form that lacks something says what, field by field', () => {
  const form = formOf({ tokenUrl: 'login.example.com', clientId: ' ', tokenParams: 'x' })
  expect(readConnectionForm('oauth2_client', form)).toEqual({
    wrong: { tokenUrl: 'address', clientId: 'needed', clientSecret: 'needed', tokenParams: 'params' },
  })
})

test('what was left empty is not sent', () => {
  const fields = { authorizeUrl: 'https://a.test/auth', tokenUrl: 'https://a.test/token', clientId: 'parley' }
  const empty = { clientSecret: '', scope: '', authorizeParams: 'prompt=consent', tokenParams: '' }
  expect(readConnectionForm('oauth2_code', formOf({ ...fields, ...empty }))).toEqual({
    settings: { kind: 'oauth2_code', ...fields, clientAuth: 'basic', authorizeParams: { prompt: 'consent' } },
  })
})
