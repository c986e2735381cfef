import type pg from 'pg'
import { Refusal } from '../../core/errors.ts'
import { describeUrl } from '../connection-errors.ts'

type Session = Pick<pg.Client, 'query'>

const POOLER_TRIES = 3

const refuse = (reason: string, message: string): Refusal =>
  new Refusal('SERVICE_UNAVAILABLE', message, { data: { reason } })

/** Texts of people are stored as they came: other encodings cannot hold them, and messages would be lost one by one. */
export async function refuseOtherEncodings(client: Session, url: string): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(
    "select current_setting('server_encoding') as encoding",
  )
  const encoding = rows[0]?.encoding ?? ''
  if (encoding === 'UTF8') return
  throw refuse(
    'DATABASE_ENCODING',
    `The database at ${describeUrl(url)} has the encoding ${encoding}, which cannot hold every message. Make one with: create database parley encoding 'UTF8' template template0.`,
  )
}

const readPid = async (client: Session): Promise<number | undefined> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid

/**
 * Two connections that are open at once have two servers behind them, but for a pooler that lends one for each transaction. Locks,
 * listeners and prepared statements live on a connection, so such a pooler would fail call after call.
 */
export async function refuseSharedConnections(first: Session, second: Session, url: string): Promise<void> {
  for (let attempt = 0; attempt < POOLER_TRIES; attempt += 1) {
    const own = await readPid(first)
    await second.query('begin')
    const other = await readPid(second)
    await second.query('commit')
    if (own !== other) continue
    throw refuse(
      'DATABASE_POOLER',
      `The database at ${describeUrl(url)} is behind a pooler that lends connections for a transaction at a time. Set its pool_mode to session for this database, or name the server itself in DATABASE_URL.`,
    )
  }
}
