import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { nkeys } from '@nats-io/transport-node'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { findNatsServer } from '../../test/support/nats-server.ts'
import { findProgram } from '../platform/find-program.ts'
import { silentLog } from '../platform/logger.ts'
import { createNatsBus } from './nats.ts'
import type { NatsAccess } from './nats-link.ts'

/** Only the real server knows certificates and accounts; it and openssl are Debian packages. */
const binary = findNatsServer()
const openssl = findProgram('openssl', process.env.PATH)
const folder = mkdtempSync(path.join(tmpdir(), 'parley-nats-'))
const file = (name: string): string => path.join(folder, name)
const stops: (() => Promise<unknown> | unknown)[] = []

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})
afterAll(() => rmSync(folder, { recursive: true }))

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** Resolves when the server says that it is ready; answers where it listens. */
async function startServer(config: string): Promise<string> {
  const port = await findFreePort()
  writeFileSync(file('nats.conf'), `listen: "127.0.0.1:${port}"\n${config}`)
  const child = spawn(binary ?? '', ['-c', file('nats.conf')], { stdio: ['ignore', 'ignore', 'pipe'] })
  stops.push(async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  })
  let log = ''
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`nats-server ended:\n${log}`)))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text
      if (log.includes('Server is ready')) resolve()
    })
  })
  return `127.0.0.1:${port}`
}

async function connect(access: NatsAccess, prefix = 'parley') {
  const bus = await createNatsBus({ ...access, name: 'test', log: silentLog, now: Date.now, prefix })
  stops.push(() => bus.close())
  return bus
}

/** Two processes of one installation hear each other. */
async function expectToTalk(access: NatsAccess, prefix?: string): Promise<void> {
  const [one, other] = [await connect(access, prefix), await connect(access, prefix)]
  const heard: unknown[] = []
  other.subscribe('worker.wanted', (news) => heard.push(news))
  await expect
    .poll(
      () => {
        one.publish('worker.wanted', { clientId: 'c1' })
        return heard.at(-1)
      },
      { timeout: 20_000, interval: 50 },
    )
    .toEqual({ clientId: 'c1' })
}

const run = (...args: string[]): void =>
  void execFileSync(openssl ?? '', args, { cwd: folder, stdio: 'pipe' })

/** An authority of our own, and what it signed for the server and for us. */
function makeCertificates(): void {
  const key = ['-newkey', 'rsa:2048', '-nodes']
  for (const name of ['ca', 'strangers'])
    run(
      'req',
      '-x509',
      ...key,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
    )
  writeFileSync(file('names'), 'subjectAltName=DNS:localhost\nextendedKeyUsage=serverAuth,clientAuth\n')
  for (const name of ['server', 'client']) {
    run('req', ...key, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`)
    const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names']
    run('x509', '-req', '-in', `${name}.csr`, '-out', `${name}.pem`, ...signed)
  }
}

type Pair = ReturnType<typeof nkeys.createUser>
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const idOf = (pair: Pair): string => pair.getPublicKey()

/** A token of NATS' decentralised authentication (version 2), as nsc makes them. */
function signToken(by: Pair, subject: Pair, type: string, nats: object): string {
  const claims = {
    jti: type,
    iat: 1,
    iss: idOf(by),
    name: type,
    sub: idOf(subject),
    nats: { ...nats, type, version: 2 },
  }
  const text = `${encode({ typ: 'JWT', alg: 'ed25519-nkey' })}.${encode(claims)}`
  return `${text}.${Buffer.from(by.sign(Buffer.from(text))).toString('base64url')}`
}

const NO_LIMITS = { subs: -1, data: -1, payload: -1 }
const ACCOUNT = { limits: { ...NO_LIMITS, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 } }

describe.skipIf(binary === null)('a NATS server with accounts', () => {
  it('takes who has the credentials file, and tells who has another one in a sentence', async () => {
    const [operator, account, user] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createUser()]
    const rights = { pub: { allow: ['shop.>'] }, sub: { allow: ['shop.>'] } }
    const writeCredentials = (name: string, by: Pair, seed: Pair) => {
      const token = signToken(by, user, 'user', { ...NO_LIMITS, ...rights })
      const secret = new TextDecoder().decode(seed.getSeed())
      writeFileSync(
        file(name),
        `-----BEGIN NATS USER JWT-----\n${token}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${secret}\n------END USER NKEY SEED------\n`,
      )
      return file(name)
    }
    const address = await startServer(
      `operator: ${signToken(operator, operator, 'operator', {})}\nresolver: MEMORY\nresolver_preload: { ${idOf(account)}: ${signToken(operator, account, 'account', ACCOUNT)} }\n`,
    )
    const url = `nats://${address}`
    // The rights are those that docs/operations.md asks for: below the prefix, and nothing else.
    await expectToTalk({ url, credentials: writeCredentials('good.creds', account, user) }, 'shop')
    const other = writeCredentials('other.creds', account, nkeys.createUser())
    await expect(connect({ url, credentials: other }, 'shop')).rejects.toThrow(/NATS.*\./)
    await expect(connect({ url }, 'shop')).rejects.toThrow(/NATS.*\./)
  })
})

describe.skipIf(binary === null || openssl === null)(
  'a NATS server with certificates of an authority of its own',
  () => {
    it('takes who has a certificate of it and knows it, and nobody else', async () => {
      makeCertificates()
      const [cert, key] = [file('server.pem'), file('server.key')]
      const address = await startServer(
        `tls { cert_file: "${cert}", key_file: "${key}", ca_file: "${file('ca.pem')}", verify: true }\n`,
      )
      // Certificates name hosts; by a bare address the library checks for localhost.
      const url = `tls://${address.replace('127.0.0.1', 'localhost')}`
      const own = { cert: file('client.pem'), key: file('client.key') }
      await expectToTalk({ url, ca: file('ca.pem'), ...own })
      for (const access of [{ ca: file('ca.pem') }, { ca: file('strangers.pem'), ...own }, own])
        await expect(connect({ url, ...access })).rejects.toThrow(/NATS.*\./)
    })
  },
)
