import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startSandbox } from '../sandbox/index.ts'
import { createApiClient } from '../src/bin/demo/api-client.ts'
import { API_PREFIX } from '../src/contract/operation.ts'
import { buildMp4 } from '../test/support/made-files.ts'
import { pairParley, prepareAccount } from './support/stage.ts'
import { median, round } from './support/statistics.ts'
import { startSubject } from './support/subject.ts'

/** What a video of 50 MB costs the service's memory on its way out and in, beside the same way with a small one. */
const MB = 1_000_000
const VIDEO_BYTES = 50 * MB
const SMALL_BYTES = 100_000
const ROUNDS = 3
const NUMBER = '5511900000002'
const CONTACT = '5511944440099'
const ROOT = path.join(import.meta.dirname, '..')
const CALL_TIMEOUT_MS = 600_000

interface Sent {
  error?: string
  res?: { key: { id: string } }
}

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Half of a file is noise, so that nothing on the way can make it smaller. */
function makeVideo(size: number): Buffer {
  const video = buildMp4({ size })
  randomBytes(Math.min(size, MB)).copy(video, video.length - Math.min(size, MB))
  return video
}

async function openScene() {
  const directory = mkdtempSync(path.join(tmpdir(), 'parley-bench-'))
  const sandbox = await startSandbox({})
  const authority = path.join(directory, 'authority.pem')
  writeFileSync(authority, sandbox.mediaCaPem)
  const files = new Map<string, Buffer>()
  const server = createServer((req, res) => void res.end(files.get(req.url ?? ''))).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = {
    NETWORK_URL: sandbox.wsUrl,
    NETWORK_ROOT_KEY: sandbox.rootKeyHex,
    NETWORK_ROOT_SERIAL: String(sandbox.rootSerial),
    NETWORK_MEDIA_CA: authority,
    OUTBOUND_ALLOW: '127.0.0.1',
    DATA_DIR: path.join(directory, 'data'),
    PORT: '0',
  }
  const subject = await startSubject(path.join(ROOT, 'src/bin/parley.ts'), ['start'], env)
  const { clientId, keys } = await prepareAccount(env.DATA_DIR, 1)
  const [key = ''] = keys
  const api = createApiClient({ url: () => subject.url, key, onAway: () => undefined })
  await pairParley(api, clientId, sandbox)
  const contact = sandbox.contact(CONTACT)
  await contact.sendText(NUMBER, 'hello')

  async function call<T>(operation: string, input: object): Promise<T> {
    const response = await fetch(`${subject.url}${API_PREFIX}/chat/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ clientId, ...input }),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`${operation}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }

  /** Sends a video and waits until the contact has it, decrypted and whole. */
  async function send(video: unknown, expected: string): Promise<string> {
    const { res, error } = await call<Sent>('sendMessage', { target: CONTACT, message: { video } })
    if (!res || error) throw new Error(error)
    const received = await contact.waitForMessage(({ id }) => id === res.key.id, CALL_TIMEOUT_MS)
    await received.media?.verify()
    if (received.media?.sha256 !== expected) throw new Error('the contact received something else')
    return res.key.id
  }

  async function take(bytes: Buffer): Promise<void> {
    const messageId = await contact.sendMedia(NUMBER, { kind: 'video', bytes })
    for (;;) {
      const found = await call<{ url: string; sha256: string }>('downloadMedia', {
        jid: CONTACT,
        messageId,
      }).catch(() => null)
      if (!found) continue
      const hash = createHash('sha256')
      const response = await fetch(`${subject.url}${found.url}`, { headers: { 'x-api-key': key } })
      for await (const chunk of response.body ?? []) hash.update(chunk)
      if (hash.digest('hex') !== digest(bytes)) throw new Error('the API answered something else')
      return
    }
  }

  async function mediaIdOf(messageId: string): Promise<string> {
    return (await call<{ mediaId: string }>('downloadMedia', { jid: CONTACT, messageId })).mediaId
  }

  return {
    subject,
    serve(name: string, bytes: Buffer): string {
      files.set(`/${name}`, bytes)
      return `${origin}/${name}`
    },
    send,
    take,
    mediaIdOf,
    async close() {
      await subject.stop()
      await sandbox.close()
      server.closeAllConnections()
      server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

type Scene = Awaited<ReturnType<typeof openScene>>

/** Ways of a video, each to be walked with any file. `mediaId` is that of the same file, already stored. */
const WAYS: Record<string, (scene: Scene, video: Buffer, mediaId: string) => Promise<unknown>> = {
  outByUrl: (scene, video) => scene.send({ url: scene.serve('video.mp4', video) }, digest(video)),
  outByStoredId: (scene, video, mediaId) => scene.send({ mediaId }, digest(video)),
  in: (scene, video) => scene.take(video),
  outByBase64: (scene, video) =>
    scene.send({ base64: video.toString('base64'), mimetype: 'video/mp4' }, digest(video)),
}

/** The most the process had on the way, above what it had before. */
async function measure(scene: Scene, walk: () => Promise<unknown>) {
  const before = scene.subject.memoryBytes()
  scene.subject.forgetPeak()
  const startedAt = performance.now()
  await walk()
  return {
    peakMb: (scene.subject.peakBytes() - before) / MB,
    seconds: (performance.now() - startedAt) / 1000,
  }
}

export async function benchMedia(): Promise<Record<string, unknown>> {
  const scene = await openScene()
  try {
    const [small, large] = [makeVideo(SMALL_BYTES), makeVideo(VIDEO_BYTES)]
    const stored = async (video: Buffer) =>
      scene.mediaIdOf(await scene.send({ url: scene.serve('stored.mp4', video) }, digest(video)))
    const ways: Record<string, unknown> = {}
    for (const [name, walk] of Object.entries(WAYS)) {
      // Code is loaded and compiled by the small ones first.
      const smallId = await stored(small)
      for (let n = 0; n < ROUNDS; n += 1) await walk(scene, small, smallId)
      // The first way is the first large file the process ever meets; a stored one has to be stored before.
      const largeId = name === 'outByStoredId' ? await stored(large) : ''
      const rounds = []
      for (let n = 0; n < ROUNDS; n += 1) rounds.push(await measure(scene, () => walk(scene, large, largeId)))
      const peaks = rounds.map(({ peakMb }) => round(peakMb, 1))
      ways[name] = {
        growthMb: round(Math.max(...peaks), 1),
        rounds: peaks,
        seconds: round(median(rounds.map(({ seconds }) => seconds))),
      }
    }
    const memoryMb = round(scene.subject.memoryBytes() / MB, 1)
    return { bench: 'media', videoMb: VIDEO_BYTES / MB, ways, memoryMb, mark: 'growth below 60 MB' }
  } finally {
    await scene.close()
  }
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await benchMedia(), null, 2)}\n`)
