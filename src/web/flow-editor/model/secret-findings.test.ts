import { expect, test } from 'vitest'
import { finding, parseDefinition, validateFlow } from '../../../core/flow/index.ts'
import { findNamedSecret } from './secret-findings.ts'

const AT = { x: 0, y: 0 }

/** What the validator finds of a call with one secret in it. */
function findIssues(hosts: [string, string[]][]) {
  const headers = [{ name: 'Authorization', value: 'Bearer {{ secrets.shop_token }}' }]
  const parsed = parseDefinition({
    nodes: [
      { id: 't', type: 'trigger.api', position: AT, data: {} },
      { id: 'h', type: 'http', position: AT, data: { url: 'https://api.example.com:8443/orders', headers } },
    ],
    edges: [{ id: 'e', source: 't', sourceHandle: 'out', target: 'h' }],
  })
  if (!parsed.ok) throw new Error(parsed.message)
  return validateFlow(parsed.definition, { secretHosts: new Map(hosts) }).errors
}

test('a finding about a missing secret leads to where it is stored', () => {
  expect(findIssues([]).map(findNamedSecret)).toEqual([{ name: 'shop_token' }])
})

test('one about a secret that may not go where the call goes names the host', () => {
  expect(findIssues([['shop_token', ['shop.test']]]).map(findNamedSecret)).toEqual([
    { name: 'shop_token', host: 'api.example.com' },
  ])
})

test('other findings lead to no secret', () => {
  const issue = { code: 'INVALID_DATA', severity: 'error', ...finding('URL_MISSING') } as const
  expect(findNamedSecret(issue)).toBeNull()
})
