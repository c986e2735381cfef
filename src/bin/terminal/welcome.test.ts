import { expect, it } from 'vitest'
import { describeStart } from './welcome.ts'

const URL = 'http://127.0.0.1:3000'

it('says where to go, and that the first visit makes the account while there is none', () => {
  const lines = describeStart(URL, false).join('\n')
  expect(lines).toContain(`Open ${URL} in your browser.`)
  expect(lines).toContain("makes the owner's account")
})

it('leads to the sign-in once there is an account', () => {
  const lines = describeStart(URL, true).join('\n')
  expect(lines).toContain(`Sign in at ${URL}`)
  expect(lines).not.toContain('first visit')
})
