import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCertificateAuthority } from '../../sandbox/infra/certificate-authority.ts'
import { checkSurroundings } from './checks/doctor.ts'
import { openDatabase } from './client.ts'
import { findBinaries } from './embedded/binaries.ts'
import { clusterPaths } from './embedded/cluster.ts'
import { chooseLauncher } from './embedded/privileges.ts'
import { type EmbeddedServer, openEmbeddedServer } from './embedded/server.ts'
import { THROWAWAY_SETTINGS } from './embedded/settings.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'parley-tls-db-'))
const file = (name: string): string => path.join(dataDir, name)
let server: EmbeddedServer

beforeAll(async () => {
  const authority = createCertificateAuthority('An authority of our own')
  const own = authority.certifyServer('The database', ['db.example'])
  const paths = clusterPaths(dataDir)
  const { user } = chooseLauncher(findBinaries(paths.links), dataDir)
  const write = (name: string, text: string, mode: number): void => {
    writeFileSync(file(name), text, { mode })
    // The server reads its key only when nobody else can, so the file has to be its own.
    if (user) chownSync(file(name), user.uid, user.gid)
  }
  write('ca.pem', authority.caPem, 0o644)
  write('strangers.pem', createCertificateAuthority('Strangers').caPem, 0o644)
  write('server.pem', own.certPem, 0o644)
  write('server.key', own.keyPem, 0o600)
  write('hba.conf', 'hostssl all all 127.0.0.1/32 scram-sha-256\n', 0o644)
  server = await openEmbeddedServer({
    dataDir,
    keepRunning: false,
    durable: false,
    settings: {
      ...THROWAWAY_SETTINGS,
      unix_socket_directories: '',
      ssl: 'on',
      ssl_cert_file: file('server.pem'),
      ssl_key_file: file('server.key'),
      hba_file: file('hba.conf'),
    },
  })
})
afterAll(async () => {
  await server?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const urlWith = (query: string, host = '127.0.0.1'): string => {
  const url = new URL(server.url())
  url.hostname = host
  url.search = query
  return url.href
}
const verified = (ca: string): string => `sslmode=verify-full&sslrootcert=${file(ca)}`

test('a server that takes only encrypted connections works with the authority that DATABASE_URL names', async () => {
  const db = await openDatabase({ databaseUrl: urlWith(verified('ca.pem')), poolSize: 2 })
  try {
    const { rows } = await db.pool.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
    expect(rows).toEqual([{ ssl: true }])
    let received = ''
    const onPayload = (payload: string): void => {
      received = payload
    }
    await db.listen('over_tls', { onPayload })
    await db.pool.query("select pg_notify('over_tls', 'yes')")
    await expect.poll(() => received).toBe('yes')
  } finally {
    await db.close()
  }
})

test.each([
  ['nothing asks for encryption', '', /takes only encrypted.*sslmode=verify-full.*sslrootcert=FILE/],
  ['nobody named the authority', 'sslmode=verify-full', /authority.*not known.*sslrootcert=FILE/],
  [
    'another authority is named',
    'sslmode=verify-full&sslrootcert=STRANGERS',
    /authority.*not known.*sslrootcert=FILE/,
  ],
  [
    'the file is not there',
    'sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
    /\/nowhere\/ca\.pem.*sslrootcert/,
  ],
])('where %s one refusal says what to set', async (_, query, sentence) => {
  const databaseUrl = urlWith(query.replace('STRANGERS', file('strangers.pem')))
  await expect(openDatabase({ databaseUrl })).rejects.toMatchObject({
    data: { reason: 'DATABASE_TLS' },
    message: expect.stringMatching(sentence),
  })
  const checks = await checkSurroundings({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    databaseUrl,
    databasePoolSize: 2,
  })
  const found = checks.find(({ name }) => name === 'database')
  expect(`${found?.detail} ${found?.hint}`).toMatch(sentence)
})

test('a certificate for another name is refused, with the names that it has', async () => {
  await expect(openDatabase({ databaseUrl: urlWith(verified('ca.pem'), 'localhost') })).rejects.toMatchObject(
    {
      data: { reason: 'DATABASE_TLS' },
      message: expect.stringMatching(/other names.*db\.example.*host of DATABASE_URL/),
    },
  )
})
