import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createCertificateAuthority } from '../../sandbox/infra/certificate-authority.ts'
import { awaitListening, findFreePort } from './ports.ts'
import { findServerProgram } from './server-program.ts'

const GUIDE = path.join(import.meta.dirname, '../../docs/operations.md')
/** What the samples call the service. */
export const NAME = 'parley.example.com'

/** The text between two others of the document that operators read. */
function readGuide(pattern: RegExp): string {
  const found = pattern.exec(readFileSync(GUIDE, 'utf8'))?.[1]
  if (found === undefined) throw new Error(`there is no ${pattern} in ${GUIDE}`)
  return found
}

export const NGINX_SAMPLE = readGuide(/^For nginx:\n\n```nginx\n([^`]+)```/m)
export const CADDY_SAMPLE = readGuide(/^For Caddy:\n\n```\n([^`]+)```/m)
/** The variables that both samples come with. */
export const SAMPLE_ENV = Object.fromEntries(
  [...readGuide(/^Both come with (.+)\.$/m).matchAll(/`(\w+)=([^`]+)`/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
)

/** Puts what this machine has into places of a sample; each has to be there, once. */
function adapt(sample: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`the sample does not have "${from}" once`)
    return text.replace(from, to)
  }, sample)
}

interface Place {
  folder: string
  port: number
  /** Address of the service, without http://. */
  upstream: string
  cert: string
  key: string
}

function buildNginx({ folder, port, upstream, cert, key }: Place): string {
  const server = adapt(NGINX_SAMPLE, [
    ['listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`],
    ['/etc/ssl/parley.pem', cert],
    ['/etc/ssl/parley.key', key],
    ['127.0.0.1:3000', upstream],
  ])
  // Around the sample stands what the package of a system brings: where it keeps its files, and as whom it runs.
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  return `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
access_log off;
${temporary.join('\n')}
${server}
}
`
}

function buildCaddy({ folder, port, upstream, cert, key }: Place): string {
  const site = adapt(CADDY_SAMPLE, [
    // The certificate is one of ours, as nobody outside can vouch for this name here.
    [`${NAME} {`, `https://${NAME}:${port} {\n  bind 127.0.0.1\n  tls ${cert} ${key}`],
    ['127.0.0.1:3000', upstream],
  ])
  return `{
  admin off
  auto_https disable_redirects
  storage file_system ${folder}/storage
}
${site}`
}

const PROXIES = {
  nginx: { build: buildNginx, file: 'nginx.conf', args: ['-e', 'stderr', '-c'] },
  caddy: { build: buildCaddy, file: 'Caddyfile', args: ['run', '--adapter', 'caddyfile', '--config'] },
} as const
export type ProxyName = keyof typeof PROXIES

export const PROGRAMS: Readonly<Record<ProxyName, string | null>> = {
  nginx: await findServerProgram('nginx'),
  caddy: await findServerProgram('caddy'),
}

export interface Asked {
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** The address of this machine from which it is asked. */
  from?: string
}

export interface RunningProxy {
  /** Asks for a path as somebody outside would, by the name of the service and encrypted. */
  ask(path: string, asked?: Asked): Promise<IncomingMessage>
  stop(): Promise<void>
}

/** Runs a sample of the guide in front of the service at this address. */
export async function startReverseProxy(name: ProxyName, serviceUrl: string): Promise<RunningProxy> {
  const folder = mkdtempSync(path.join(tmpdir(), `parley-${name}-`))
  const authority = createCertificateAuthority('Of this test')
  const { certPem, keyPem } = authority.certifyServer('The proxy', [NAME])
  const write = (file: string, text: string): string => {
    writeFileSync(path.join(folder, file), text, { mode: 0o600 })
    return path.join(folder, file)
  }
  const port = await findFreePort()
  const { build, file, args } = PROXIES[name]
  const files = { cert: write('parley.pem', certPem), key: write('parley.key', keyPem) }
  const config = write(file, build({ folder, port, upstream: new URL(serviceUrl).host, ...files }))
  mkdirSync(path.join(folder, 'home'))
  const env = { PATH: process.env.PATH, HOME: path.join(folder, 'home') }
  const child = spawn(PROGRAMS[name] ?? name, [...args, config], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const stop = async (): Promise<void> => {
    await end(child)
    rmSync(folder, { recursive: true, force: true })
  }
  await awaitListening(name, port).catch(async (error: unknown) => {
    await stop()
    throw new Error(`${error}\n${output}`)
  })
  return {
    ask: (target, { method = 'GET', headers = {}, body, from = '127.0.0.1' } = {}) =>
      new Promise((resolve, reject) => {
        const options = { host: '127.0.0.1', port, path: target, method, localAddress: from, agent: false }
        const tls = { servername: NAME, ca: authority.caPem, headers: { host: NAME, ...headers } }
        httpsRequest({ ...options, ...tls }, resolve)
          .once('error', reject)
          .end(body)
      }),
    stop,
  }
}

/** Its processes end with the one that was started. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}
