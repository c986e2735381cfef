import {
  copyFileSync,
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { mkdir, open, rename } from 'node:fs/promises'
import path from 'node:path'
import { Refusal } from '../../core/errors.ts'

export const FILE_LINE = { file: 'F', bytes: 'B' } as const

/** Media that is only being written, and what a start makes anew, are of no use in another place. */
const KEPT = ['master.key', 'media/**', 'sandbox/**']
const LEFT_OUT = /^media[\\/]drafts([\\/]|$)|-shm$|sandbox\.sqlite/
/** Files of documents, which go as soon as they were read. */
const READ_AWAY = 'media/knowledge/**'
const SANDBOX = path.join('sandbox', 'sandbox.sqlite')
const PIECE_BYTES = 512 * 1_024
const WAL_HEADER_BYTES = 32
const SANDBOX_ATTEMPTS = 10

interface FileHead {
  path: string
  bytes: number
}

async function* readFileLines(name: string, from: string): AsyncGenerator<string> {
  const handle = await open(from)
  try {
    const { size } = await handle.stat()
    yield FILE_LINE.file +
      JSON.stringify({ path: name.replaceAll('\\', '/'), bytes: size } satisfies FileHead)
    let left = size
    const piece = Buffer.alloc(PIECE_BYTES)
    while (left > 0) {
      const { bytesRead } = await handle.read(piece, 0, Math.min(PIECE_BYTES, left))
      if (bytesRead === 0) throw new Error(`${from} became shorter while it was read`)
      yield FILE_LINE.bytes + piece.toString('base64', 0, bytesRead)
      left -= bytesRead
    }
  } finally {
    await handle.close()
  }
}

function readWalHead(file: string): string {
  if (!existsSync(file)) return ''
  const head = Buffer.alloc(WAL_HEADER_BYTES)
  const descriptor = openSync(file, 'r')
  readSync(descriptor, head, 0, WAL_HEADER_BYTES, 0)
  return head.toString('hex')
}

/**
 * The sandbox network's file while it may be written: the database first and its log after it. As long as the log was not
 * begun anew in between, it holds every page that changed meanwhile, and opening the copy plays them back.
 */
function copySandbox(dataDir: string, to: string): string[] {
  const database = path.join(dataDir, SANDBOX)
  const log = `${database}-wal`
  if (!existsSync(database)) return []
  for (let attempt = 0; attempt < SANDBOX_ATTEMPTS; attempt += 1) {
    const before = readWalHead(log)
    copyFileSync(database, path.join(to, 'sandbox.sqlite'))
    if (existsSync(log)) copyFileSync(log, path.join(to, 'sandbox.sqlite-wal'))
    if (readWalHead(log) === before)
      return existsSync(log) ? ['sandbox.sqlite', 'sandbox.sqlite-wal'] : ['sandbox.sqlite']
  }
  throw new Refusal(
    'SERVICE_UNAVAILABLE',
    'The sandbox network writes too much to be copied now. Try again in a moment.',
  )
}

/** A second name for a file, which keeps its bytes when the first goes; a copy where the disk has no such names. */
function keepAs(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true })
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true

/** Keeps, for as long as a backup takes, the files of documents that the service reads and removes meanwhile. */
export class HeldFiles {
  readonly #dataDir: string
  readonly #folder: string
  readonly #names = new Set<string>()

  constructor(dataDir: string) {
    this.#dataDir = dataDir
    this.#folder = mkdtempSync(path.join(dataDir, '.backup-'))
  }

  /** Those that are there now, beside those it has. */
  hold(): void {
    for (const name of globSync(READ_AWAY, { cwd: this.#dataDir })) {
      const from = path.join(this.#dataDir, name)
      if (this.#names.has(name) || !isFile(from)) continue
      try {
        keepAs(from, path.join(this.#folder, name))
        this.#names.add(name)
      } catch (error) {
        // It was read just now.
        if (existsSync(from)) throw error
      }
    }
  }

  names(): string[] {
    return [...this.#names]
  }

  /** Where the bytes of a file are. */
  locate(name: string): string {
    return path.join(this.#names.has(name) ? this.#folder : this.#dataDir, name)
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** The files of a data directory that are no part of the database: the master key, media, the sandbox network. */
export async function* dumpFiles(dataDir: string, held: HeldFiles): AsyncGenerator<string> {
  const names = new Set([...held.names(), ...globSync(KEPT, { cwd: dataDir })])
  for (const name of [...names].toSorted()) {
    const from = held.locate(name)
    // Retention may remove a file at any time.
    if (LEFT_OUT.test(name) || !isFile(from)) continue
    yield* readFileLines(name, from)
  }
  const copies = mkdtempSync(path.join(dataDir, '.backup-'))
  try {
    for (const name of copySandbox(dataDir, copies))
      yield* readFileLines(path.join('sandbox', name), path.join(copies, name))
  } finally {
    rmSync(copies, { recursive: true, force: true })
  }
}

/** Puts the files of a backup into a data directory, each under its name only when it is whole. */
export function createFileLoader(dataDir: string) {
  let handle: FileHandle | null = null
  let target = ''
  let left = 0
  let files = 0

  async function settle(): Promise<void> {
    if (!handle) return
    if (left !== 0) throw new Refusal('BAD_REQUEST', 'A file in the backup is not whole. Use another backup.')
    await handle.sync()
    await handle.close()
    handle = null
    await rename(`${target}.restoring`, target)
    files += 1
  }

  return {
    async begin(text: string) {
      await settle()
      const head = JSON.parse(text) as FileHead
      target = path.resolve(dataDir, head.path)
      // A backup is data: it may not name places outside of the directory.
      if (!target.startsWith(path.resolve(dataDir) + path.sep))
        throw new Refusal(
          'BAD_REQUEST',
          `The backup names a file outside of the data directory: ${head.path}.`,
        )
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      handle = await open(`${target}.restoring`, 'w', 0o600)
      left = head.bytes
    },
    async add(text: string) {
      const piece = Buffer.from(text, 'base64')
      left -= piece.length
      await handle?.write(piece)
    },
    async finish() {
      await settle()
      return files
    },
    async abort() {
      await handle?.close()
    },
  }
}
