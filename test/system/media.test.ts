import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callSandbox } from '../../src/bin/demo/sandbox-contact.ts'
import { API_PREFIX } from '../../src/contract/operation.ts'
import { newContact, type PairedAccount, pairAccount } from '../support/account.ts'
import { type Cluster, createCluster } from '../support/cluster.ts'
import { S3_KEYS, type S3Server, startS3Server } from '../support/s3-server.ts'
import { awaitState, createWorkplace, type ServiceProcess } from '../support/service-process.ts'

interface Sent {
  type: string
  error?: string
  res: { key: { id: string } }
}

/** Sends a picture, takes a file, and reads it back over HTTP; all in processes of their own. */
async function exchangeFiles(account: PairedAccount, url: string, sandboxDir: string): Promise<string> {
  const { api, clientId, key, number } = account
  const contact = newContact(sandboxDir)
  await contact.sendText(number, 'hello')
  const picture = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#123' } })
    .png()
    .toBuffer()
  const sent = await api.call<Sent>('chat.sendMessage', {
    clientId,
    target: contact.number,
    message: { image: { base64: picture.toString('base64'), mimetype: 'image/png' } },
  })
  expect(sent).toMatchObject({ type: 'success' })
  const { id } = sent.res.key
  await awaitState('the picture', async () => (await contact.read(0)).some((message) => message.id === id))
  const read = await callSandbox<{ base64: string }>(sandboxDir, '/media/read', {
    contact: contact.number,
    id,
  })
  expect(Buffer.from(read.base64, 'base64').equals(picture)).toBe(true)

  const file = randomBytes(50_000)
  const taken = await callSandbox<{ id: string }>(sandboxDir, '/media/send', {
    contact: contact.number,
    account: number,
    kind: 'document',
    fileName: 'plan.bin',
    base64: file.toString('base64'),
  })
  const found = await awaitState('the document', () =>
    api
      .call<{ mediaId: string; url: string }>('chat.downloadMedia', {
        clientId,
        jid: contact.number,
        messageId: taken.id,
      })
      .catch(() => null),
  )
  const headers = { 'x-api-key': key }
  const whole = await fetch(new URL(found.url, url), { headers })
  expect(Buffer.from(await whole.arrayBuffer()).equals(file)).toBe(true)
  expect(whole.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''plan.bin")
  const part = await fetch(new URL(found.url, url), { headers: { ...headers, range: 'bytes=100-199' } })
  expect(part.status).toBe(206)
  expect(Buffer.from(await part.arrayBuffer()).equals(file.subarray(100, 200))).toBe(true)
  const known = { ...headers, 'if-none-match': whole.headers.get('etag') ?? '' }
  expect((await fetch(new URL(found.url, url), { headers: known })).status).toBe(304)
  expect((await fetch(`${url}${API_PREFIX}/chat/media/${clientId}`, { headers })).status).toBe(404)
  return found.mediaId
}

describe('one process with the sandbox it has built in', () => {
  const place = createWorkplace()
  afterAll(() => place.remove())

  test('files go both ways through the media server, and lie in the data directory', async () => {
    const service = await place.start()
    const account = await pairAccount(place, () => service.url)
    const mediaId = await exchangeFiles(account, service.url, place.dataDir)
    expect(readdirSync(path.join(place.dataDir, 'media', account.clientId))).toContain(mediaId)
    expect(await service.stop()).toBe(0)
  })
})

describe('an API and a worker that share a bucket', () => {
  let s3: S3Server
  let cluster: Cluster
  let api: ServiceProcess
  beforeAll(async () => {
    s3 = await startS3Server('files')
    cluster = await createCluster({
      S3_BUCKET: 'files',
      S3_ENDPOINT: s3.endpoint,
      S3_REGION: 'eu-test-1',
      S3_PREFIX: 'shop/',
      S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
      S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
    })
    await cluster.start('worker')
    api = await cluster.start('api')
  })
  afterAll(async () => {
    await cluster.remove()
    await s3.close()
  })

  test('files go both ways, trusted by the authority in NETWORK_MEDIA_CA, and lie in the bucket', async () => {
    const account = await pairAccount(cluster.place, () => api.url, cluster.sandboxDir)
    const mediaId = await exchangeFiles(account, api.url, cluster.sandboxDir)
    expect([...s3.objects.keys()]).toContain(`shop/${account.clientId}/${mediaId}`)
    expect(readdirSync(path.join(cluster.place.dataDir, 'media'))).toEqual(['drafts'])
    expect(readdirSync(path.join(cluster.place.dataDir, 'media', 'drafts'))).toEqual([])
  })

  test('a bucket that cannot be used is refused at the start, without its secret', async () => {
    const refused = await cluster.place.startRefused({
      args: ['worker'],
      env: { S3_SECRET_ACCESS_KEY: 'hush-hush' },
    })
    expect(refused.exitCode).toBe(1)
    expect(refused.stderr).toContain('SignatureDoesNotMatch')
    expect(refused.stderr).toContain('Correct the S3_ settings')
    expect(refused.stderr).not.toContain('hush-hush')
  })
})
