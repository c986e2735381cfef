import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../src/db/client.ts'
import { openEmbeddedServer } from '../../src/db/embedded/server.ts'
import { THROWAWAY_SETTINGS } from '../../src/db/embedded/settings.ts'
import { isProcessAlive } from '../../src/platform/process/process-identity.ts'

/** What test files get to know about the server of this run. */
export interface TestServer {
  /** A database of the server in which nothing is stored; connect here to make and drop others. */
  readonly url: string
  /** A migrated, empty database that is cloned for each test file; see `cloneTemplate`. */
  readonly template: string
  /** Whether it can be copied as files. */
  readonly hasFileCopy: boolean
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

interface Shared {
  users: number
  readonly ready: Promise<{ server: TestServer; stop: () => Promise<void> }>
}

declare global {
  var parleyTestServer: { current?: Shared } | undefined
}

/** PostgreSQL 15; before it there was no other way. */
const FIRST_WITH_FILE_COPY = 150_000
const DIRECTORY_PREFIX = 'parley-test-db-'
/** Each tier loads this file anew, in one process: they find each other here and share one server. */
const shared: { current?: Shared } = readShared()

/** vitest calls this once per tier that has tests to run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const entry = shared.current ?? { users: 0, ready: startTestServer() }
  shared.current = entry
  entry.users += 1
  const { server, stop } = await entry.ready
  project.provide('testServer', server)
  return async () => {
    entry.users -= 1
    if (entry.users > 0) return
    delete shared.current
    await stop()
  }
}

/** One PostgreSQL for the run: DATABASE_URL when it is set, else a throwaway one in a temporary directory. */
export async function startTestServer(): Promise<{ server: TestServer; stop: () => Promise<void> }> {
  const given = process.env.DATABASE_URL
  if (given !== undefined && given !== '') return withTemplate(given, async () => {})
  removeAbandonedDirectories()
  const dataDir = mkdtempSync(path.join(tmpdir(), `${DIRECTORY_PREFIX}${process.pid}-`))
  const embedded = await openEmbeddedServer({
    dataDir,
    keepRunning: false,
    durable: false,
    // By port only: some tests put something of their own between the service and its database.
    settings: {
      ...THROWAWAY_SETTINGS,
      unix_socket_directories: '',
      max_connections: '500',
      shared_buffers: '64MB',
    },
  })
  const url = embedded.url()
  return withTemplate(url, async () => {
    await embedded.close()
    if (process.env.KEEP_DB === '1') process.stderr.write(`the tests' database is kept in ${dataDir}\n`)
    else rmSync(dataDir, { recursive: true, force: true })
  })
}

async function withTemplate(url: string, release: () => Promise<void>) {
  const template = `parley_template_${process.pid}_${Date.now()}`
  await runOnServer(url, `create database ${template}`)
  const migrated = await openDatabase({ databaseUrl: toDatabaseUrl(url, template), poolSize: 2 })
  const { rows } = await migrated.pool.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  )
  await migrated.close()
  return {
    server: { url, template, hasFileCopy: (rows[0]?.version ?? 0) >= FIRST_WITH_FILE_COPY },
    async stop() {
      await runOnServer(url, `drop database if exists ${template}`)
      await release()
    },
  }
}

/** Makes a database like the template. Copied through the log, the default from 15 on, it takes three times the processor time. */
export function cloneTemplate({ url, template, hasFileCopy }: TestServer, name: string): Promise<void> {
  const strategy = hasFileCopy ? ' strategy file_copy' : ''
  return runOnServer(url, `create database ${name} template ${template}${strategy}`)
}

/** The same server, another database. */
export function toDatabaseUrl(url: string, database: string): string {
  const next = new URL(url)
  next.pathname = `/${database}`
  return next.toString()
}

export async function runOnServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** A run that was killed could not remove its directory; its server has stopped by itself. */
function removeAbandonedDirectories(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(DIRECTORY_PREFIX)) continue
    const pid = Number(name.slice(DIRECTORY_PREFIX.length).split('-')[0])
    if (!isProcessAlive(pid)) rmSync(path.join(tmpdir(), name), { recursive: true, force: true })
  }
}

function readShared(): { current?: Shared } {
  globalThis.parleyTestServer ??= {}
  return globalThis.parleyTestServer
}
