import { existsSync } from 'node:fs'
import type { Pool } from 'pg'
import { Refusal } from '../../core/errors.ts'
import { findKeyFile, type MasterKeyOptions } from '../../platform/secrets.ts'
import { SEALED_COLUMNS } from './reseal.ts'

async function hasSealedValues(pool: Pool): Promise<boolean> {
  const looks = SEALED_COLUMNS.map(
    ({ table, column }) => `exists (select 1 from ${table} where ${column} is not null)`,
  )
  const { rows } = await pool.query<{ found: boolean }>(`select ${looks.join(' or ')} as found`)
  return rows[0]?.found ?? false
}

/**
 * A key file is made on the first start only. One that is missing beside data that was sealed with it was lost or left
 * behind: a new one would open nothing, and stand in the place of the right one. Asked before any key is read.
 */
export async function refuseLostKey(options: MasterKeyOptions, pool: Pool): Promise<void> {
  const file = findKeyFile(options)
  if (file === undefined || existsSync(file) || !(await hasSealedValues(pool))) return
  throw new Refusal(
    'SERVICE_UNAVAILABLE',
    `The key file ${file} is missing, and the database holds what was sealed with it. Put it back from a backup, or set MASTER_KEY to what was in it, and start again. Nothing was changed.`,
    { data: { reason: 'MASTER_KEY_MISSING' } },
  )
}
