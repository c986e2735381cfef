import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { Refusal } from '../../core/errors.ts'
import { createAuditStore, noteCommand } from '../../features/audit/index.ts'
import type { Config } from '../../platform/config.ts'
import { keyIdOf } from '../../platform/secret-box.ts'
import {
  findKeyFile,
  generateMasterKey,
  KEY_FILE_VIEW_MS,
  openSecretBox,
  readMasterKeys,
  writeKeyFile,
} from '../../platform/secrets.ts'
import { UsageError } from '../arguments.ts'
import { type CommandIo, printLine } from '../io.ts'
import { refuseLostKey } from '../keys/lost-key.ts'
import { countStale, resealAll } from '../keys/reseal.ts'
import { readOperator } from '../operator.ts'
import { withDatabase } from './admin.ts'

const USAGE = 'master-key rotate | master-key retire'
/** Processes look at the key file once a second; what they sealed before may be written a moment later. */
const SETTLE_MS = KEY_FILE_VIEW_MS + 500
const MAX_PASSES = 30
/** Number of the lock in the database that keeps two of these commands apart. */
const LOCK = 7_031_042
/** One connection holds the lock, the others seal anew. */
const POOL_SIZE = 4

async function withLock<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const holder = await pool.connect()
  try {
    const { rows } = await holder.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      LOCK,
    ])
    if (!rows[0]?.taken)
      throw new Refusal('CONFLICT', 'Another master-key command runs. Wait until it has ended.')
    return await work()
  } finally {
    holder.release(true)
  }
}

/** The key that was put in front is taken up by running processes within a second. */
async function rotate(config: Config, pool: Pool, io: CommandIo): Promise<number> {
  const file = findKeyFile(config)
  const keys = readMasterKeys(config)
  if (file !== undefined && keys.length === 1) {
    writeKeyFile(file, [generateMasterKey(), ...keys])
    printLine(io.stderr, `A new master key is in front of the old one in ${file}.`)
  }
  if (file !== undefined) await sleep(SETTLE_MS)
  const box = openSecretBox(config)
  let total = 0
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    total += await resealAll(pool, box)
    if ((await countStale(pool, box)) === 0) {
      printLine(io.stdout, `${total} values sealed anew; all are under the key ${describeCurrent(config)}.`)
      printLine(
        io.stderr,
        'The old key still opens. Once every process runs on the new one: master-key retire',
      )
      return 0
    }
    await sleep(SETTLE_MS)
  }
  const message = `${await countStale(pool, box)} values are still under another key: a process seals with an old one. See that all processes have the new key first, then run it again.`
  throw new Refusal('CONFLICT', message)
}

function describeCurrent(config: Config): string {
  const [key] = readMasterKeys(config)
  return key === undefined ? '' : keyIdOf(key)
}

/** After this, what was sealed with an old key and lies in old backups opens only with that old key. */
async function retire(config: Config, pool: Pool, io: CommandIo): Promise<number> {
  const stale = await countStale(pool, openSecretBox(config))
  if (stale > 0)
    throw new Refusal('CONFLICT', `${stale} values still need an old key. Run master-key rotate first.`)
  const file = findKeyFile(config)
  const keys = readMasterKeys(config)
  if (file !== undefined) writeKeyFile(file, keys.slice(0, 1))
  const rest = keys.slice(1).map(keyIdOf).join(', ') || 'none'
  const where = file ?? 'MASTER_KEY: take the keys after the first comma out of it and restart'
  printLine(io.stdout, `Old keys that open nothing any more: ${rest} (${where}).`)
  return 0
}

export async function runMasterKeyCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const [verb, ...rest] = args
  if ((verb !== 'rotate' && verb !== 'retire') || rest.length > 0)
    throw new UsageError(`Usage: parley ${USAGE}`)
  return await withDatabase(
    io,
    async (db, config) => {
      await refuseLostKey(config, db.pool)
      const work = verb === 'rotate' ? rotate : retire
      const exitCode = await withLock(db.pool, () => work(config, db.pool, io))
      await noteCommand(createAuditStore(db), `master-key.${verb}`, { operator: readOperator() })
      return exitCode
    },
    POOL_SIZE,
  )
}
