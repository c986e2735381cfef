import type { proto } from 'baileys'
import { expect, test } from 'vitest'
import { sealVote } from '../test/support/sealed-vote.ts'
import type { Contact, Sandbox } from './index.ts'
import { type TestClient, until } from './testing/client.ts'
import { useConversation } from './testing/conversation.ts'

let sandbox: Sandbox
let account: string
let client: TestClient
let ada: Contact
let adaJid: string

useConversation((made) => {
  ;({ sandbox, account, client, ada, adaJid } = made)
})

test('a vote opens under the addresses that were used, and under no mixture of them', async () => {
  const id = await ada.poll(account, { name: 'Dinner?', options: ['Yes', 'No'], selectable: 1 })
  const poll = await until('the poll', () => client.messages.find(({ message }) => message.key.id === id))
  const secret = poll.message.message!.messageContextInfo!.messageSecret!
  const voter = { pn: `${account}@s.whatsapp.net`, lid: `${sandbox.phone(account).lid}@lid` }
  const writer = { pn: adaJid, lid: `${ada.lid}@lid` }
  const pollCreationMessageKey = { remoteJid: adaJid, fromMe: false, id }
  /** Sends a vote by number, sealed as if the two were called otherwise. */
  const vote = async (names: { writer: string; voter: string }) => {
    const sealed = sealVote({ pollId: id, secret, options: ['No'], ...names })
    const content: proto.IMessage = { pollUpdateMessage: { pollCreationMessageKey, vote: sealed } }
    const voteId = await client.socket.relayMessage(adaJid, content, {})
    return ada.waitForMessage((message) => message.id === voteId)
  }

  const mixtures = [
    { writer: writer.lid, voter: voter.pn },
    { writer: writer.pn, voter: voter.lid },
    { writer: writer.lid, voter: voter.lid },
  ]
  for (const names of mixtures) {
    const seen = await vote(names)
    expect(seen.vote).toBeUndefined()
    expect(seen.problem).toContain('not encrypted under the secret')
    expect(sandbox.problems().map(({ stanza }) => stanza.attrs.id)).toContain(seen.id)
  }
  expect(sandbox.problems().map(({ rule }) => rule)).toEqual(mixtures.map(() => 'message-answer'))
  const seen = await vote({ writer: writer.pn, voter: voter.pn })
  expect(seen).toMatchObject({ vote: ['No'], targetId: id })
  expect(seen.problem).toBeUndefined()
  expect(sandbox.problems()).toHaveLength(mixtures.length)
})
