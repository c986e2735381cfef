import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { nkeys } from '@nats-io/transport-node'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createCertificateAuthority } from '../../sandbox/infra/certificate-authority.ts'
import type { NatsServer } from '../../test/support/nats-protocol-server.ts'
import { type NatsGuard, startProtocolServer } from '../../test/support/nats-protocol-server.ts'
import { findNatsServer, startRealServer } from '../../test/support/nats-server.ts'
import { silentLog } from '../platform/logger.ts'
import { createNatsBus } from './nats.ts'
import type { NatsAccess } from './nats-link.ts'

/** Every machine has our own server; the real one, where it is installed, says whether ours is right. */
const binary = findNatsServer()
const SERVERS: readonly (readonly [string, (guard: NatsGuard) => Promise<NatsServer>])[] = [
  ['our own server of its protocol', startProtocolServer],
  ...(binary === null
    ? []
    : [['nats-server', (guard: NatsGuard) => startRealServer(binary, guard)] as const]),
]
const folder = mkdtempSync(path.join(tmpdir(), 'parley-nats-'))
const file = (name: string): string => path.join(folder, name)
const stops: (() => Promise<unknown> | unknown)[] = []

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})
afterAll(() => rmSync(folder, { recursive: true }))

async function connect(access: NatsAccess, prefix = 'parley') {
  const bus = await createNatsBus({ ...access, name: 'test', log: silentLog, now: Date.now, prefix })
  stops.push(() => bus.close())
  return bus
}

/** Two processes of one installation hear each other. */
async function expectToTalk(access: NatsAccess, prefix?: string): Promise<void> {
  const [one, other] = [await connect(access, prefix), await connect(access, prefix)]
  const received: unknown[] = []
  other.subscribe('worker.wanted', (news) => received.push(news))
  await expect
    .poll(
      () => {
        one.publish('worker.wanted', { clientId: 'c1' })
        return received.at(-1)
      },
      { timeout: 90_000, interval: 50 },
    )
    .toEqual({ clientId: 'c1' })
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

describe.each(SERVERS)('%s', (_, startServer) => {
  async function start(guard: NatsGuard): Promise<string> {
    const server = await startServer(guard)
    stops.push(() => server.stop())
    return server.url
  }

  it('with accounts takes who has the credentials file, and tells who has another one in a sentence', async () => {
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
    const url = await start({
      operator: {
        token: signToken(operator, operator, 'operator', {}),
        accounts: { [idOf(account)]: signToken(operator, account, 'account', ACCOUNT) },
      },
    })
    // The rights are those that docs/operations.md asks for: below the prefix, and nothing else.
    await expectToTalk({ url, credentials: writeCredentials('good.creds', account, user) }, 'shop')
    const other = writeCredentials('other.creds', account, nkeys.createUser())
    const strangers = writeCredentials('strangers.creds', nkeys.createAccount(), user)
    for (const access of [{ url, credentials: other }, { url, credentials: strangers }, { url }])
      await expect(connect(access, 'shop')).rejects.toThrow(/NATS.*refuses this user.*\./)
  })

  it('with certificates of an authority of its own takes who has one and knows it, and nobody else', async () => {
    const authority = createCertificateAuthority('An authority of our own')
    const client = authority.certifyClient('A process')
    writeFileSync(file('ca.pem'), authority.caPem)
    writeFileSync(file('strangers.pem'), createCertificateAuthority('Strangers').caPem)
    writeFileSync(file('client.pem'), client.certPem)
    writeFileSync(file('client.key'), client.keyPem)
    const tls = { caPem: authority.caPem, ...authority.certifyServer('NATS', ['nats.example']) }
    const url = (await start({ tls })).replace('nats://', 'tls://')
    const own = { cert: file('client.pem'), key: file('client.key') }
    // By its bare address, which the certificate names.
    await expectToTalk({ url, ca: file('ca.pem'), ...own })
    // The certificate names no other host of the same machine.
    const byName = url.replace('127.0.0.1', 'localhost')
    await expect(connect({ url: byName, ca: file('ca.pem'), ...own })).rejects.toThrow(
      /write one of its names.*\./,
    )
    for (const access of [{ ca: file('ca.pem') }, { ca: file('strangers.pem'), ...own }, own])
      await expect(connect({ url, ...access })).rejects.toThrow(/NATS.*\./)
  })
})
