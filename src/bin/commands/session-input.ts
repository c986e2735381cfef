import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { MAX_FILES, MAX_UNPACKED_BYTES } from '../../network/baileys/index.ts'
import { UsageError } from '../arguments.ts'

interface Found {
  /** Below what was given, with slashes. */
  name: string
  file: string
}

async function findFiles(given: string): Promise<Found[]> {
  const info = await stat(given).catch(() => null)
  if (!info) throw new UsageError(`${given} does not exist.`)
  if (info.isFile()) return [{ name: path.basename(given), file: given }]
  const entries = await readdir(given, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name)
      return { name: path.relative(given, file).split(path.sep).join('/'), file }
    })
}

/** As much as is unpacked of a zip: more is no session. */
async function checkSize(found: readonly Found[]): Promise<void> {
  let bytes = 0
  if (found.length <= MAX_FILES) for (const { file } of found) bytes += (await stat(file)).size
  if (found.length > MAX_FILES || bytes > MAX_UNPACKED_BYTES)
    throw new UsageError(
      `That is more than ${MAX_FILES} files or ${MAX_UNPACKED_BYTES / 2 ** 20} MiB. Give only the folder or the rows of one session.`,
    )
}

/** What was named on the command line as one document: a file as it is; folders and several files by their names. */
export async function readSessionInput(paths: readonly string[]): Promise<Uint8Array> {
  const found = (await Promise.all(paths.map(findFiles))).flat()
  await checkSize(found)
  const [only] = found
  if (found.length === 0) throw new UsageError('There is no JSON file in that folder.')
  if (only && paths.length === 1 && only.file === paths[0]) return readFile(only.file)
  const zip = found.find(({ name }) => !name.endsWith('.json'))
  if (zip) throw new UsageError(`${zip.name} is given together with others: give a zip alone, or JSON files.`)
  const files: Record<string, string> = {}
  for (const { name, file } of found) files[name] = await readFile(file, 'utf8')
  return Buffer.from(JSON.stringify(files))
}
