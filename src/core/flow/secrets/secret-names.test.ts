import { expect, test } from 'vitest'
import { mayNameSecrets } from './secret-names.ts'

const node = (data: object): string => JSON.stringify([{ id: 'n', type: 'http', data }])

test.each([
  ['an address', { url: 'https://shop.test/?key={{ secrets.shop }}' }],
  ['a line of its own', { body: '{{\nsecrets.shop\n}}' }],
  ['a header', { headers: [{ name: 'x-key', value: '{{secrets.shop}}' }] }],
  ['a body that is JSON text', { body: '{"a":["{{ secrets._shop }}"]}' }],
  ['a body that writes a letter in another way', { body: '{"a":"{{ \\u0073ecrets.shop }}"}' }],
  ['a body that writes the dot in another way', { body: '{"a":"{{ secrets\\u002Eshop }}"}' }],
  ['the list of those it uses', { secretRefs: ['shop'] }],
])('a secret is found in %s', (_, data) => {
  expect(mayNameSecrets(node(data))).toBe(true)
})

test.each([
  ['without any', { url: 'https://shop.test', secretRefs: [] }],
  ['that speaks of secrets', { text: 'We keep your secrets. Really.' }],
])('none is found in a node %s', (_, data) => {
  expect(mayNameSecrets(node(data))).toBe(false)
})
