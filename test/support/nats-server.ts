import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type NatsGuard, type NatsServer, startProtocolServer } from './nats-protocol-server.ts'
import { awaitListening, findFreePort } from './ports.ts'

/** The real server where it is installed (Debian puts it into /usr/sbin, which is not on everybody's PATH). */
export function findNatsServer(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin']
  const candidates = [process.env.NATS_SERVER ?? '', ...folders.map((folder) => join(folder, 'nats-server'))]
  return candidates.find((file) => file !== '' && existsSync(file)) ?? null
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
    await awaitListening('nats-server', port)
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
  return { url: `nats://127.0.0.1:${port}`, cut: kill, restore: launch, stop }
}

/** The real server where there is one, else our own, so that the same tests run on every machine. */
export async function startNatsServer(): Promise<NatsServer> {
  const binary = findNatsServer()
  return binary === null ? startProtocolServer() : startRealServer(binary)
}
