import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Refusal } from '../core/errors.ts'

/** The last line of an archive: how many lines came before it, and what they add up to. */
const END = '='
/** Lines are handed on in pieces of this size; one at a time would cost more than what is in them. */
const PIECE_CHARS = 256 * 1_024

/** Adds the last line, so that an archive that was cut off is told from a whole one. */
async function* withEnd(lines: AsyncIterable<string>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let count = 0
  let piece = ''
  for await (const line of lines) {
    count += 1
    piece += `${line}\n`
    if (piece.length < PIECE_CHARS) continue
    hash.update(piece)
    yield piece
    piece = ''
  }
  hash.update(piece)
  yield `${piece}${END}${JSON.stringify({ lines: count, sha256: hash.digest('hex') })}\n`
}

/**
 * Writes lines of text into a compressed file that only this user may read. It appears under its name when it is whole and
 * on the disk; an existing file is never replaced.
 */
export async function writeArchive(file: string, lines: AsyncIterable<string>): Promise<{ bytes: number }> {
  if (existsSync(file))
    throw new Refusal('CONFLICT', `${file} is there already. Choose another name, or remove it.`)
  const unfinished = `${file}.unfinished-${process.pid}`
  const handle = await open(unfinished, 'wx', 0o600).catch((cause: unknown) => {
    throw new Refusal('BAD_REQUEST', `${file} cannot be written. Choose another place.`, { cause })
  })
  try {
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } })
    await pipeline(Readable.from(withEnd(lines)), compress, handle.createWriteStream({ flush: true }))
    await rename(unfinished, file)
    await syncDirectory(path.dirname(path.resolve(file)))
    const { size } = await stat(file)
    return { bytes: size }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function stat(file: string): Promise<{ size: number }> {
  const handle = await open(file)
  try {
    return await handle.stat()
  } finally {
    await handle.close()
  }
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory)
  await handle.sync().catch(() => {
    // Some systems cannot sync a directory; the file itself is on the disk.
  })
  await handle.close()
}

const refuseDamaged = (file: string, cause?: unknown): Refusal =>
  new Refusal(
    'BAD_REQUEST',
    `${file} is not a whole backup of Parley: it is cut off, damaged or something else. Use another one.`,
    {
      cause,
    },
  )

async function* readLines(file: string): AsyncGenerator<string> {
  const text = createZstdDecompress()
  const reading = pipeline(createReadStream(file), text)
  reading.catch(() => {
    // The loop below throws the same.
  })
  let rest = ''
  for await (const chunk of text.setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

/** The lines of an archive in order. The refusal of a damaged one may come only after its last good line. */
export async function* readArchive(file: string): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let count = 0
  let end: string | undefined
  const lines = readLines(file)
  for (;;) {
    const next = await lines.next().catch((cause: unknown) => {
      throw refuseDamaged(file, cause)
    })
    if (next.done) break
    if (next.value.startsWith(END)) {
      end = next.value.slice(END.length)
      break
    }
    count += 1
    hash.update(`${next.value}\n`)
    yield next.value
  }
  await lines.return(undefined)
  if (end !== `{"lines":${count},"sha256":"${hash.digest('hex')}"}`) throw refuseDamaged(file)
}
