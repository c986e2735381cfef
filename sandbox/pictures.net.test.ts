import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { BinaryNode } from 'baileys'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Contact, Sandbox } from './index.ts'
import { nextNumber, pairClient, pinRoot, type TestClient, until } from './testing/client.ts'
import { startTestNetwork } from './testing/network.ts'

const FIRST = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1])
const SECOND = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 2, 2])

let sandbox: Sandbox
let account: string
let client: TestClient
let ada: Contact

beforeAll(async () => {
  sandbox = await startTestNetwork()
  pinRoot(sandbox)
  account = nextNumber()
  client = await pairClient(sandbox, account)
})
afterAll(async () => {
  await client.end()
  await sandbox.close()
})
beforeEach(() => {
  ada = sandbox.contact(nextNumber())
})

const jidOf = (contact: Contact) => `${contact.number}@s.whatsapp.net`

/** The bytes behind a link, and with which status. */
async function get(
  link: string,
): Promise<{ status: number | undefined; type: string | undefined; bytes: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request(link, { ca: sandbox.mediaCaPem }, resolve).on('error', reject).end()
  const answer = await promise
  const bytes = Buffer.concat(await answer.toArray())
  return { status: answer.statusCode, type: answer.headers['content-type'], bytes }
}

/** What the network answers to a question, as it came. */
async function ask(target: string, attrs: Record<string, string> = {}, content?: BinaryNode[]) {
  const picture = {
    tag: 'picture',
    attrs: { type: 'preview', query: 'url', ...attrs },
    ...(content && { content }),
  }
  const answer = await client.socket
    .query({
      tag: 'iq',
      attrs: { target, to: '@s.whatsapp.net', type: 'get', xmlns: 'w:profile:picture' },
      content: [picture],
    })
    .catch((error: { data?: number }) => error.data)
  if (typeof answer !== 'object') return answer
  return Array.isArray(answer.content) ? answer.content[0]?.attrs : undefined
}

describe('a picture', () => {
  test('is had by its link in both sizes for as long as there is no other', async () => {
    await ada.setPicture(FIRST)
    const preview = await client.socket.profilePictureUrl(jidOf(ada))
    const full = await client.socket.profilePictureUrl(jidOf(ada), 'image')
    for (const link of [preview, full])
      expect(await get(link ?? '')).toEqual({ status: 200, type: 'image/jpeg', bytes: FIRST })
    await ada.setPicture(SECOND)
    expect((await get(preview ?? '')).status).toBe(410)
    expect((await get((await client.socket.profilePictureUrl(jidOf(ada))) ?? '')).bytes).toEqual(SECOND)
  })

  test('that the client names it has is not told again, and another is (whatsmeow, GetProfilePictureInfo)', async () => {
    await ada.setPicture(FIRST)
    const { id = '' } = (await ask(jidOf(ada))) as Record<string, string>
    expect(await ask(jidOf(ada), { id })).toBeUndefined()
    await ada.setPicture(SECOND)
    expect(await ask(jidOf(ada), { id })).toMatchObject({ url: expect.stringContaining('https://') })
  })

  test('that nobody gave is 404, and so is one of nobody', async () => {
    expect(await ask(jidOf(ada))).toBe(404)
    expect(await ask('447700900404@s.whatsapp.net')).toBe(404)
    expect(await ask(jidOf(ada), { type: 'poster' })).toBe(400)
  })

  test('that the privacy hides is 401, whether or not there is one (whatsmeow, ErrProfilePictureUnauthorized)', async () => {
    ada.setPrivacy({ profile: 'none' })
    expect(await ask(jidOf(ada))).toBe(401)
    await ada.setPicture(FIRST)
    expect(await ask(jidOf(ada))).toBe(401)
    ada.setPrivacy({ profile: 'all' })
    expect(await ask(jidOf(ada))).toHaveProperty('url')
    await sandbox.phone(ada.number).setBlocked(account, true)
    expect(await ask(jidOf(ada))).toBe(401)
  })

  test('for contacts is shown to who carries the token of the person (whatsapp-rust, rc14)', async () => {
    await ada.setPicture(FIRST)
    ada.setPrivacy({ profile: 'contacts' })
    expect(await ask(jidOf(ada))).toBe(401)
    await ada.sendText(account, 'Hello')
    const key = `tctoken-${ada.lid}@lid`
    await until('the token', () => client.credentials.keys.has(key))
    expect(await client.socket.profilePictureUrl(jidOf(ada))).toContain('https://')
    const madeUp = { tag: 'tctoken', attrs: {}, content: Buffer.from('made up') }
    expect(await ask(jidOf(ada), {}, [madeUp])).toBe(401)
    ada.setPrivacy({ profile: 'none' })
    await expect(client.socket.profilePictureUrl(jidOf(ada))).rejects.toThrow('not-authorized')
  })

  test('of a group is for its members', async () => {
    const group = sandbox.group({ subject: 'Closed', participants: [ada.number] })
    await group.setPicture(FIRST)
    expect(await ask(group.jid)).toBe(401)
    await group.add([account])
    const { url = '' } = (await ask(group.jid)) as Record<string, string>
    expect((await get(url)).bytes).toEqual(FIRST)
    await group.setPicture(null)
    expect(await ask(group.jid)).toBe(404)
    expect((await get(url)).status).toBe(410)
  })

  test('is a JPEG', async () => {
    await expect(ada.setPicture(Buffer.from('GIF89a'))).rejects.toThrow('must be a JPEG')
  })
})

describe('another picture', () => {
  /** The parts of notifications about pictures, with whom they are from. */
  function listen(): { from: string | undefined; tag: string | undefined; attrs: object | undefined }[] {
    const heard: ReturnType<typeof listen> = []
    client.socket.ws.on('CB:notification,type:picture', ({ attrs: { from }, content }: BinaryNode) => {
      const [part] = Array.isArray(content) ? content : []
      heard.push({ from, tag: part?.tag, attrs: part?.attrs })
    })
    return heard
  }

  test('is told by name to who saved the person, by a hash to who wrote with them, and to nobody else', async () => {
    const heard = listen()
    const [ben, stranger] = [sandbox.contact(nextNumber()), sandbox.contact(nextNumber())]
    await sandbox.phone(account).saveContact(ada.number, { fullName: 'Ada' })
    await ben.sendText(account, 'Hello')
    await stranger.setPicture(FIRST)
    await ben.setPicture(FIRST)
    await ada.setPicture(FIRST)
    await ada.setPicture(null)
    await until('three notices', () => heard.length >= 3)
    const { from } = heard.at(-1) ?? {}
    expect(heard).toEqual([
      { from: '@s.whatsapp.net', tag: 'set', attrs: { hash: expect.stringMatching(/^[\w+/]{4}$/) } },
      { from, tag: 'set', attrs: { jid: from, id: expect.any(String) } },
      { from, tag: 'delete', attrs: { jid: from } },
    ])
    expect(from).toBe(jidOf(ada))
  })

  test('is not told to whom it is not shown', async () => {
    const heard = listen()
    await sandbox.phone(account).saveContact(ada.number, { fullName: 'Ada' })
    ada.setPrivacy({ profile: 'none' })
    await ada.setPicture(FIRST)
    const shown = sandbox.contact(nextNumber())
    await sandbox.phone(account).saveContact(shown.number, { fullName: 'Ben' })
    await shown.setPicture(FIRST)
    await until('the other one', () => heard.length > 0)
    expect(heard.map(({ from }) => from)).toEqual([jidOf(shown)])
  })

  test('of a group is told to its members with who gave it (whatsmeow, events.Picture)', async () => {
    const heard = listen()
    const group = sandbox.group({ subject: 'Open', participants: [ada.number, account] })
    await group.setPicture(FIRST)
    await group.setPicture(null)
    await until('two notices', () => heard.length >= 2)
    const said = { jid: group.jid, author: `${ada.lid}@lid` }
    expect(heard).toEqual([
      { from: group.jid, tag: 'set', attrs: { id: expect.any(String), ...said } },
      { from: group.jid, tag: 'delete', attrs: said },
    ])
  })
})
