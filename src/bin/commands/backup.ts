import { existsSync } from 'node:fs'
import path from 'node:path'
import { Refusal } from '../../core/errors.ts'
import { dumpDatabase, LINE } from '../../db/backup/dump.ts'
import { createLoader, type Loader } from '../../db/backup/load.ts'
import { type Database, openDatabase } from '../../db/client.ts'
import { readArchive, writeArchive } from '../../platform/archive.ts'
import { type Config, loadConfig } from '../../platform/config.ts'
import { readArguments, requireWords } from '../arguments.ts'
import { createFileLoader, dumpFiles, FILE_LINE, HeldFiles } from '../backup/data-files.ts'
import { type CommandIo, printLine } from '../io.ts'

const BACKUP_USAGE = 'backup FILE'
const RESTORE_USAGE = 'restore FILE'

function openFor(config: Config, mode: 'admin' | 'service'): Promise<Database> {
  const { databaseUrl, dataDir } = config
  return openDatabase({
    databaseUrl,
    dataDir,
    mode,
    migrate: false,
    applicationName: 'parley-backup',
    poolSize: 2,
  })
}

async function* dumpAll(db: Database, dataDir: string): AsyncGenerator<string> {
  const client = db.createClient()
  await client.connect()
  const held = new HeldFiles(dataDir)
  try {
    held.hold()
    for await (const line of dumpDatabase(client, new Date().toISOString())) {
      // The first line comes with the moment that is dumped: a document that waits then is restored with its file.
      if (line.startsWith(LINE.header)) held.hold()
      yield line
    }
    // After the database, so that every file it speaks of is there.
    yield* dumpFiles(dataDir, held)
  } finally {
    held.remove()
    await client.end()
  }
}

/** Everything of an installation in one file, also while the service runs. */
export async function runBackupCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const [file] = requireWords(readArguments(args, {}, BACKUP_USAGE), ['FILE'], BACKUP_USAGE)
  const config = loadConfig(io.env)
  const db = await openFor(config, 'admin')
  try {
    const { bytes } = await writeArchive(file, dumpAll(db, config.dataDir))
    printLine(io.stdout, `${file}: ${(bytes / 1_048_576).toFixed(1)} MB`)
  } finally {
    await db.close()
  }
  printLine(io.stderr, 'It opens everything this installation holds: keep it like a password.')
  if (config.masterKey !== undefined) printLine(io.stderr, 'MASTER_KEY is not in it. Keep that beside it.')
  if (config.s3) printLine(io.stderr, 'Files in the bucket are not in it. Keep the bucket.')
  return 0
}

async function loadAll(lines: AsyncIterable<string>, db: Database, dataDir: string): Promise<string> {
  const client = db.createClient()
  await client.connect()
  const files = createFileLoader(dataDir)
  let loader: Loader | null = null
  try {
    for await (const line of lines) {
      if (loader === null) loader = await createLoader(client, db.pool, line)
      else if (line.startsWith(FILE_LINE.file)) await files.begin(line.slice(1))
      else if (line.startsWith(FILE_LINE.bytes)) await files.add(line.slice(1))
      else await loader.take(line)
    }
    if (loader === null) throw new Refusal('BAD_REQUEST', 'The backup is empty. Use another one.')
    const written = await files.finish()
    const { rows, jobs } = await loader.finish()
    return `${rows} rows, ${jobs} jobs, ${written} files`
  } catch (error) {
    await files.abort()
    await loader?.abort().catch(() => {
      // The connection is gone, and with it all that was not committed.
    })
    throw error
  } finally {
    await client.end()
  }
}

/** Fills an empty place from a backup; nothing is visible in the database until all of it is there. */
export async function runRestoreCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const [file] = requireWords(readArguments(args, {}, RESTORE_USAGE), ['FILE'], RESTORE_USAGE)
  if (!existsSync(file))
    throw new Refusal('NOT_FOUND', `There is no file ${file}. Name the file that "parley backup" wrote.`)
  // Read whole once before anything is touched: a damaged file shows itself only at its end.
  for await (const _line of readArchive(file));
  const config = loadConfig(io.env)
  const db = await openFor(config, 'service')
  try {
    const summary = await loadAll(readArchive(file), db, path.resolve(config.dataDir))
    printLine(io.stdout, `restored ${summary}`)
  } finally {
    await db.close()
  }
  printLine(io.stderr, 'Never run it beside the original: both would use the same session keys.')
  return 0
}
