import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type NatsGuard, startProtocolServer } from './nats-protocol-server.ts'

export interface NatsServer {
  readonly url: string
  /** Breaks all connections and takes no new ones, until `mend`. */
  cut(): Promise<void>
  mend(): Promise<void>
  stop(): Promise<void>
}

const START_WITHIN_MS = 10_000

/** The real server where it is installed (Debian puts it into /usr/sbin, which is not on everybody's PATH). */
export function findNatsServer(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin']
  const candidates = [process.env.NATS_SERVER ?? '', ...folders.map((folder) => join(folder, 'nats-server'))]
  return candidates.find((file) => file !== '' && existsSync(file)) ?? null
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

async function awaitListening(port: number): Promise<void> {
  const until = Date.now() + START_WITHIN_MS
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port })
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    if (Date.now() > until) throw new Error(`nats-server does not listen on ${port}`)
    await sleep(20)
  }
}

/** The guard in the real server's own configuration; its files lie in `folder`. */
function toConfig({ tls, operator }: NatsGuard, folder: string): string {
  const write = (name: string, text: string): string => {
    const file = join(folder, name)
    writeFileSync(file, text, { mode: 0o600 })
    return JSON.stringify(file)
  }
  if (tls)
    return `tls { cert_file: ${write('cert.pem', tls.certPem)}, key_file: ${write('key.pem', tls.keyPem)}, ca_file: ${write('ca.pem', tls.caPem)}, verify: true }\n`
  if (!operator) return ''
  const accounts = Object.entries(operator.accounts).map(([id, token]) => `${id}: ${token}`)
  return `operator: ${operator.token}\nresolver: MEMORY\nresolver_preload: { ${accounts.join('\n')} }\n`
}

export async function startRealServer(binary: string, guard: NatsGuard = {}): Promise<NatsServer> {
  const port = await findFreePort()
  const folder = mkdtempSync(join(tmpdir(), 'parley-nats-'))
  const config = join(folder, 'nats.conf')
  writeFileSync(config, toConfig(guard, folder))
  let child: ChildProcess | null = null
  const launch = async (): Promise<void> => {
    child = spawn(binary, ['-a', '127.0.0.1', '-p', String(port), '-c', config], { stdio: 'ignore' })
    await awaitListening(port)
  }
  const kill = async (): Promise<void> => {
    const running = child
    if (!running) return
    child = null
    const gone = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGKILL')
    await gone
  }
  await launch()
  const stop = async (): Promise<void> => {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: `nats://127.0.0.1:${port}`, cut: kill, mend: launch, stop }
}

/** The real server where there is one, else our own, so that the same tests run on every machine. */
export async function startNatsServer(): Promise<NatsServer> {
  const binary = findNatsServer()
  return binary === null ? startProtocolServer() : startRealServer(binary)
}
