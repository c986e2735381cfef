import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sandbox } from '../../../sandbox/index.ts'
import { startTestNetwork } from '../../../sandbox/testing/network.ts'
import { type NetworkClient, pairNetworkClient, until } from '../../../test/support/network-client.ts'
import type { Address } from '../../core/addresses.ts'
import { NetworkMediaError } from '../port.ts'

const ACCOUNT = '447700900640'
const ADA = '447700900641'
const ADA_JID = `${ADA}@s.whatsapp.net` as Address
const FIRST = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1])
const ASK_MS = 20_000

let sandbox: Sandbox
let client: NetworkClient
beforeAll(async () => {
  sandbox = await startTestNetwork()
  client = await pairNetworkClient(sandbox, { phone: ACCOUNT })
})
afterAll(async () => {
  await client.connection.close()
  await sandbox.close()
})

const find = (of: Address, size: 'preview' | 'full' = 'preview') =>
  client.connection.profilePicture(of, size, ASK_MS)

/** The bytes behind a link, or with which code they could not be had. */
async function download(link: string, maxBytes = 1_000): Promise<Buffer | string> {
  const chunks: Uint8Array[] = []
  try {
    const options = { maxBytes, signal: AbortSignal.timeout(ASK_MS) }
    for await (const chunk of client.connection.media.downloadPicture(link, options)) chunks.push(chunk)
    return Buffer.concat(chunks)
  } catch (error) {
    if (error instanceof NetworkMediaError) return error.code
    throw error
  }
}

test('a picture has its id and bytes, and may be none, hidden or gone', async () => {
  const contact = sandbox.contact(ADA)
  expect(await find(ADA_JID)).toEqual({ state: 'none' })
  await contact.setPicture(FIRST)
  const found = await find(ADA_JID)
  expect(found).toEqual({ state: 'found', id: expect.stringMatching(/^\d{10,}$/), url: expect.any(String) })
  const { url = '' } = found as { url?: string }
  expect(await download(url)).toEqual(FIRST)
  expect(await download(url, 3)).toBe('too_large')
  expect(await download(url.replace('https:', 'http:'))).toBe('gone')
  expect(await find(ADA_JID, 'full')).toMatchObject({ id: (found as { id?: string }).id })
  await contact.setPicture(null)
  expect(await download(url)).toBe('gone')
  contact.setPrivacy({ profile: 'none' })
  expect(await find(ADA_JID)).toEqual({ state: 'hidden' })
})

test('its own picture is found, and that of a contact who shows it to contacts once they wrote', async () => {
  await sandbox.phone(ACCOUNT).setProfile({ picture: FIRST })
  expect(await find(`${ACCOUNT}@s.whatsapp.net` as Address)).toMatchObject({ state: 'found' })
  const contact = sandbox.contact('447700900642')
  const jid = `${contact.number}@s.whatsapp.net` as Address
  await contact.setPicture(FIRST)
  contact.setPrivacy({ profile: 'contacts' })
  expect(await find(jid)).toEqual({ state: 'hidden' })
  await contact.sendText(ACCOUNT, 'Hello')
  for (;;) if ((await find(jid)).state === 'found') break
})

test('no answer is no word on the picture', async () => {
  const stop = sandbox.intercept(({ attrs }) => (attrs.xmlns === 'w:profile:picture' ? 'drop' : undefined))
  await expect(client.connection.profilePicture(ADA_JID, 'preview', 50)).rejects.toThrow('Timed Out')
  stop()
})

test('who has another picture is told, by name or by a hash', async () => {
  const [saved, wrote] = [sandbox.contact('447700900643'), sandbox.contact('447700900644')]
  await sandbox.phone(ACCOUNT).saveContact(saved.number, { fullName: 'Ada' })
  await wrote.sendText(ACCOUNT, 'Hello')
  await saved.setPicture(FIRST)
  await saved.setPicture(null)
  await wrote.setPicture(FIRST)
  const notices = () => client.events.flatMap((event) => (event.kind === 'picture' ? [event.notice] : []))
  await until('three notices', () => notices().length >= 3)
  // One after the other of each; those of two people may pass each other.
  const byHash = Map.groupBy(notices(), ({ hash }) => hash !== null)
  const who = { phone: `${saved.number}@s.whatsapp.net` }
  expect(byHash.get(false)).toMatchObject([
    { who, isRemoved: false, pictureId: expect.any(String) },
    { who, isRemoved: true, pictureId: null },
  ])
  expect(byHash.get(true)).toMatchObject([
    { who: { phone: null, lid: null }, hash: expect.any(String), isRemoved: false, pictureId: null },
  ])
})
