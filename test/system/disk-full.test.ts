import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SandboxContact } from '../../src/bin/demo/sandbox-contact.ts'
import { API_PREFIX } from '../../src/contract/operation.ts'
import { EMBEDDED_USER } from '../../src/db/embedded/cluster.ts'
import { newContact, type PairedAccount, pairAccount } from '../support/account.ts'
import { awaitState, createWorkplace, type ServiceProcess } from '../support/service-process.ts'
import {
  besideProcess,
  fillDisk,
  freeDisk,
  hasSmallDisks,
  inside,
  onSmallDisk,
} from '../support/small-disk.ts'

const DISK_MB = 320
const SAID = 'written while it was full'
const LONG = 'x'.repeat(40_000)

interface Answer {
  status: number
  text: string
  reason: string | undefined
}

/** Makes the database begin the next segment of its log, from beside the service. */
function createLogSwitch() {
  let client: pg.Client | undefined
  return {
    async connect(dataDir: string): Promise<void> {
      const password = readFileSync(path.join(dataDir, 'pg.secret'), 'utf8').trim()
      const [, , , port] = readFileSync(path.join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')
      client = new pg.Client({
        host: '127.0.0.1',
        port: Number(port),
        user: EMBEDDED_USER,
        database: 'postgres',
        password,
      })
      client.on('error', () => {})
      await client.connect()
    },
    next: async () => void (await client?.query('select pg_switch_wal()').catch(() => {})),
    close: async () => void (await client?.end().catch(() => {})),
  }
}

/** The sandbox network is elsewhere: the network goes on when the disk here is full. */
function readNetwork(dataDir: string): Record<string, string> {
  const text = readFileSync(path.join(dataDir, 'sandbox.json'), 'utf8')
  const { wsUrl, rootKeyHex, rootSerial } = JSON.parse(text) as Record<string, string>
  return {
    NETWORK_URL: String(wsUrl),
    NETWORK_ROOT_KEY: String(rootKeyHex),
    NETWORK_ROOT_SERIAL: String(rootSerial),
    NETWORK_MEDIA_CA: path.join(dataDir, 'sandbox-media-ca.pem'),
  }
}

interface Health {
  status: string
  problems?: { part: string; reason: string; message: string }[]
}

/** Everything the service has lies on a disk of a few hundred megabytes; there must be a way to have one. */
describe.skipIf(!hasSmallDisks())('on a disk that fills up', () => {
  const network = createWorkplace()
  const place = createWorkplace(
    {},
    {
      ofService: (dataDir, command) => onSmallDisk(dataDir, DISK_MB, command),
      ofCommand: (_, command, pid) => besideProcess(pid, command),
    },
  )
  let service: ServiceProcess
  let account: PairedAccount
  let contact: SandboxContact
  const log = createLogSwitch()
  /** Texts of sends that were answered as sent. */
  const confirmed: string[] = []
  const answers: Answer[] = []

  beforeAll(async () => {
    await network.start({ args: ['sandbox'] })
    service = await place.start({ env: readNetwork(network.dataDir) })
    account = await pairAccount(place, () => service.url, network.dataDir)
    contact = newContact(network.dataDir)
    await log.connect(inside(service.pid, place.dataDir))
  }, 240_000)
  afterAll(async () => {
    await log.close()
    await place.remove()
    await network.remove()
  })

  async function call(operation: string, input: object): Promise<Answer> {
    const response = await fetch(`${service.url}${API_PREFIX}/${operation.replaceAll('.', '/')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': account.key },
      body: JSON.stringify(input),
    })
    const text = await response.text()
    const body = JSON.parse(text) as { data?: { reason?: string } }
    return { status: response.status, text, reason: body.data?.reason }
  }

  async function send(name: string, rest = ''): Promise<Answer> {
    const text = `${name} ${rest}`
    const answer = await call('chat.sendMessage', {
      clientId: account.clientId,
      target: contact.number,
      message: { text },
    })
    if (answer.status === 200 && answer.text.includes('"type":"success"')) confirmed.push(name)
    answers.push(answer)
    return answer
  }

  async function ask(path: string): Promise<{ status: number; body: Health }> {
    const response = await fetch(`${service.url}${path}`)
    return { status: response.status, body: (await response.json()) as Health }
  }

  const readPage = () =>
    call('chat.getConversationMessages', { clientId: account.clientId, jid: contact.number, limit: 200 })

  const reasons = ({ problems = [] }: Health) => problems.map(({ reason }) => reason)

  test('what cannot be stored is refused with its reason, and the service says so', async () => {
    expect((await send('before')).status).toBe(200)
    expect(fillDisk(service.pid, place.dataDir)).toBeGreaterThan(0)
    let count = 0
    await awaitState('a send that is refused', async () => {
      count += 1
      return (await send(`during-${count}`, LONG)).status === 503
    })
    expect(answers.at(-1)?.reason).toBe('DATABASE_FULL')
    await contact.sendText(account.number, SAID)
    expect(await ask('/ready')).toMatchObject({ status: 503, body: { status: 'not ready' } })
    expect(reasons((await ask('/ready')).body)).toContain('DATABASE_FULL')
    const health = await ask('/health')
    expect({ status: health.status, text: health.body.status }).toEqual({ status: 200, text: 'ok' })
    expect(reasons(health.body)).toContain('DATABASE_FULL')
    const measured = await (await fetch(`${service.url}/metrics`)).text()
    expect(measured).toContain('parley_storage_full{store="database"} 1')
  })

  test('a file in a call is refused too, and is not half taken', async () => {
    const answer = await call('chat.sendMessage', {
      clientId: account.clientId,
      target: contact.number,
      message: { document: { base64: Buffer.alloc(400_000, 5).toString('base64'), mimetype: 'text/plain' } },
    })
    expect(answer.status).toBe(503)
    expect(['FILES_FULL', 'DATABASE_FULL', 'CLIENT_NOT_CONNECTED']).toContain(answer.reason)
  })

  test('a database whose own log has no room ends, and calls are refused meanwhile', async () => {
    // The next segment of the log does not fit any more; the server gives up and is started again and again.
    await log.next()
    await awaitState('the database to be away', async () => (await ask('/ready')).status === 503)
    for (let count = 0; count < 5; count += 1)
      expect([503, 200]).toContain((await send(`away-${count}`, LONG)).status)
    expect((await ask('/health')).status).toBe(200)
  })

  test('with room again it goes on by itself, with all that was confirmed and nothing twice', async () => {
    freeDisk(service.pid, place.dataDir)
    const isWell = async () => reasons((await ask('/ready')).body).length === 0
    await awaitState('the service to be well', isWell, 120_000)
    expect(await ask('/ready')).toEqual({ status: 200, body: { status: 'ready' } })
    expect((await ask('/health')).body).toEqual({ status: 'ok' })
    await awaitState('a send that arrives', async () => (await send('after')).status === 200, 120_000)
    const seen = await awaitState('the contact to have it', async () => {
      const texts = (await contact.read(0)).map((message) => String(message.text).split(' ', 1)[0])
      return texts.includes('after') && texts
    })
    for (const name of confirmed) expect(seen.filter((one) => one === name)).toEqual([name])
    const texts = await awaitState(
      'what was written meanwhile',
      async () => {
        const { text } = await readPage()
        return text.includes(SAID) && text
      },
      120_000,
    )
    expect(texts.split(`"${SAID}"`).length - 1).toBe(1)
    for (const name of confirmed) expect(texts.split(`"${name} `).length - 1).toBe(1)
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
  })
})
