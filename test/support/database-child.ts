import { createInterface } from 'node:readline'
import { Refusal } from '../../src/core/errors.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../../src/db/client.ts'

/**
 * A process that opens a database as told by its first argument (DatabaseOptions as JSON), prints what happens as
 * JSON lines and obeys the lines it is sent: `count` prints the rows of the table `n`, `write` adds rows to it for
 * ever and prints each one that was committed, `close` ends.
 */
function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

async function writeForEver(db: Database): Promise<void> {
  await db.pool.query('create table if not exists n (n int primary key)')
  for (let n = 1; ; n += 1) {
    try {
      await db.pool.query('insert into n values ($1)', [n])
      print({ event: 'wrote', n })
    } catch {
      print({ event: 'failed', n })
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

async function obey(db: Database, command: string): Promise<void> {
  if (command === 'write') return writeForEver(db)
  if (command === 'count') {
    const found = await db.pool.query<{ n: number }>('select count(*) as n from n')
    return print({ event: 'count', n: found.rows[0]?.n })
  }
  await db.close()
  process.exit(0)
}

const options: DatabaseOptions = JSON.parse(process.argv[2] ?? '{}')
try {
  const db = await openDatabase(options)
  print({ event: 'open', port: Number(new URL(db.url).port) })
  createInterface({ input: process.stdin }).on('line', (command) => {
    obey(db, command).catch((error: unknown) => print({ event: 'error', message: String(error) }))
  })
} catch (error) {
  const reason = error instanceof Refusal ? error.data?.reason : undefined
  print({ event: 'refused', message: error instanceof Error ? error.message : String(error), reason })
  process.exit(1)
}
