import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type BuiltImage, buildImage } from '../support/docker-steps.ts'

/** deploy/Dockerfile without Docker: its steps in a folder, and what it starts as the user it names. */
let image: BuiltImage
const running: ChildProcess[] = []

beforeAll(async () => {
  image = await buildImage()
}, 170_000)

afterEach(async () => {
  for (const child of running.splice(0)) {
    const gone = once(child, 'exit')
    if (child.kill('SIGTERM')) await gone
  }
})

afterAll(() => image?.remove())

interface Started {
  url: string
  readLog(): string
}

async function start(): Promise<Started> {
  const [program, args] = image.asUser(image.command)
  const env = { ...image.env, HOST: '127.0.0.1', PORT: '0' }
  const child = spawn(program, args, { cwd: image.app, env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString()
  })
  const lines = createInterface({ input: child.stdout })
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => String(text)),
    once(child, 'exit').then(() => {
      throw new Error(`it ended: ${log}`)
    }),
  ])
  return { url: line.replace('ready ', ''), readLog: () => log }
}

const readyOf = async (url: string) => {
  const answer = await fetch(`${url}/ready`)
  return { status: answer.status, body: (await answer.json()) as { problems?: { reason: string }[] } }
}

test('the image serves the whole dashboard, without building it or the server again', async () => {
  const { url, readLog } = await start()
  const page = await (await fetch(url)).text()
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file ?? '')
  expect(files.length).toBeGreaterThan(1)
  for (const file of files) expect((await fetch(url + file)).status).toBe(200)
  expect((await readyOf(url)).status).toBe(200)
  expect(readLog()).not.toMatch(/dashboard built|building the server|runs from its sources/)
})

test('the command line works in the image as npm runs it', async () => {
  const [program, args] = image.asUser(['node', 'scripts/parley.mjs', '--help'])
  const env = { ...image.env, npm_lifecycle_event: 'parley', npm_config_registry: 'http://127.0.0.1:9' }
  const { stdout, stderr } = await promisify(execFile)(program, args, { cwd: image.app, env })
  expect(stdout).toContain('start')
  expect(stderr).toBe('')
})

test('a start that cannot build the dashboard says so, is not ready, and serves the API', async () => {
  const builds = path.join(image.app, '.runtime/web')
  chmodSync(builds, 0o755)
  for (const name of readdirSync(builds)) rmSync(path.join(builds, name), { recursive: true })
  rmSync(builds, { recursive: true })
  chmodSync(path.dirname(builds), 0o555)
  const { url, readLog } = await start()
  expect(existsSync(builds)).toBe(false)
  expect(readLog()).toContain('dashboard could not be built')
  const { status, body } = await readyOf(url)
  expect([status, body.problems?.map(({ reason }) => reason)]).toEqual([503, ['DASHBOARD_NOT_BUILT']])
  const ping = await fetch(`${url}/api/rpc/api-reference/server/ping`, { method: 'POST' })
  expect(ping.status).not.toBe(500)
  expect(ping.status).not.toBe(503)
})
