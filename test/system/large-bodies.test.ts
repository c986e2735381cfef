import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { API_PREFIX } from '../../src/contract/operation.ts'
import { createWorkplace } from '../support/service-process.ts'

const place = createWorkplace()
afterAll(() => place.remove())

const MB = 1_048_576
const EMAIL = 'boss@example.org'
/** The first of these bodies alone took 5,000 before what is in them was counted; the largest one itself is 60. */
const MOST_GROWTH_MB = 400

/** The most memory that a process ever held, in MB. */
const readPeakMb = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const toSend = (message: string): string =>
  `{"clientId":"01a1fe53-571b-7006-bf45-92b76271a3aa","target":"+447700900123","message":${message}}`

test.runIf(process.platform === 'linux')(
  'a key cannot make the service hold much more than it sends, however that is built',
  async () => {
    const service = await place.start()
    await place.prepare('user', 'create', '--email', EMAIL, '--password', 'correct horse battery')
    const key = await place.prepare('key', 'create', '--email', EMAIL, '--name', 'x')
    const call = async (path: string, body: string): Promise<number> => {
      const headers = { 'content-type': 'application/json', 'x-api-key': key }
      const answer = await fetch(service.url + API_PREFIX + path, { method: 'POST', headers, body })
      await answer.text()
      return answer.status
    }
    const before = readPeakMb(service.pid)
    const statuses = [
      await call('/chat/sendMessage', toSend(`{"text":"x","mentions":[${'"1",'.repeat(15 * MB)}"1"]}`)),
      await call('/chat/sendMessage', toSend(`{"text":"x","mentions":[${'{},'.repeat(20 * MB)}{}]}`)),
      await call('/chat/sendMessage', toSend(`{"text":${'['.repeat(30 * MB)}`)),
      await call(
        '/chat/sendMessage',
        toSend(`{"mentions":[${`{"base64":"${'A'.repeat(200_000)}"},`.repeat(300)}1]}`),
      ),
      await call('/clients/importSession', `{"file":[${'"",'.repeat(10 * MB)}""]}`),
      await call('/flows/import', `{"version":1,"name":"x","nodes":[${'[],'.repeat(340_000)}[]]}`),
      await call('/flows/import', JSON.stringify({ name: 'x', nodes: `[${'[],'.repeat(340_000)}[]]` })),
    ]
    expect(statuses).toEqual([413, 413, 413, 413, 413, 400, 400])
    expect(readPeakMb(service.pid) - before).toBeLessThan(MOST_GROWTH_MB)
    expect(await call('/server/ping', '{}')).toBe(200)
    expect(service.readLog()).toBe('')
  },
)
