import { type UnzipFileInfo, unzipSync } from 'fflate'
import { SessionProblemError } from './session-problem.ts'

/** One file of a folder: its path with slashes, and its text. */
export interface NamedText {
  path: string
  text: string
}

/** What all of it may unpack to. A device of a busy account with 10,000 contacts keeps about 40 MB. */
export const MAX_UNPACKED_BYTES = 64 * 2 ** 20
/** A device keeps up to 812 one-time keys and about three files for each contact. */
export const MAX_FILES = 60_000

const ZIP = Buffer.from('PK\x03\x04', 'latin1')

export const isZip = (bytes: Uint8Array): boolean => ZIP.equals(bytes.subarray(0, ZIP.length))

export const tooLarge = (): SessionProblemError =>
  new SessionProblemError({
    reason: 'SESSION_TOO_LARGE',
    params: { of: 'unpacked', entries: MAX_FILES, mib: MAX_UNPACKED_BYTES / 2 ** 20 },
  })

/** Text in UTF-8, or null. */
export function readText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * The JSON files of a zip. Entries are counted and their sizes added up from its directory before anything is unpacked, and
 * each file gets exactly the room that it announced: one that unpacks to more is damaged by that, and fills no memory. What
 * an entry takes of the zip counts too, as entries may share their bytes and a stored one is as long as that says.
 */
export function readZip(bytes: Uint8Array): NamedText[] {
  let entries = 0
  let total = 0
  const filter = ({ name, size, originalSize }: UnzipFileInfo): boolean => {
    const isFile = name.endsWith('.json') && !name.startsWith('__MACOSX/')
    entries += 1
    if (isFile) total += Math.max(size, originalSize)
    if (entries > MAX_FILES || total > MAX_UNPACKED_BYTES) throw tooLarge()
    return isFile
  }
  try {
    return Object.entries(unzipSync(bytes, { filter })).flatMap(([path, content]) => {
      const text = readText(content)
      return text === null ? [] : [{ path, text }]
    })
  } catch (error) {
    if (error instanceof SessionProblemError) throw error
    throw new SessionProblemError(
      { reason: 'SESSION_FILE_DAMAGED', params: { part: 'zip' } },
      { cause: error },
    )
  }
}
