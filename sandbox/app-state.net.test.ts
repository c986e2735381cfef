import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from 'baileys'
import { expect, test } from 'vitest'
import type { Sandbox } from './index.ts'
import type { TestClient } from './testing/client.ts'
import { useConversation } from './testing/conversation.ts'

let sandbox: Sandbox
let client: TestClient

useConversation((made) => {
  ;({ sandbox, client } = made)
})

test('a collection that does not exist, or a version that is not there yet, is refused and on record', async () => {
  const collection = (name: string, version: string): BinaryNode => ({
    tag: 'collection',
    attrs: { name, version },
  })
  const asked = [collection('made_up', '0'), collection('regular', '999'), collection('regular_low', '0')]
  const answer = await client.socket.query({
    tag: 'iq',
    attrs: { to: '@s.whatsapp.net', xmlns: 'w:sync:app:state', type: 'set' },
    content: [{ tag: 'sync', attrs: {}, content: asked }],
  })
  const answers = getBinaryNodeChildren(getBinaryNodeChild(answer, 'sync'), 'collection')
  expect(answers.map(({ attrs }) => [attrs.name, attrs.type])).toEqual([
    ['made_up', 'error'],
    ['regular', 'error'],
    ['regular_low', 'result'],
  ])
  expect(sandbox.problems().map(({ rule, detail }) => [rule, detail])).toEqual([
    ['app-state', 'there is no collection "made_up"'],
    ['app-state', 'version 999 of regular is ahead of 0'],
  ])
})
