import { createHash } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { keepNote } from './build-folder.ts'

/** A file that something was built from: its path, size and times of change, and a hash of what was in it. */
type Source = readonly [file: string, size: number, modifiedMs: number, changedMs: number, hash: string]

const LIST = 'built-from.json'

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 24)

function look(root: string, file: string): [size: number, modifiedMs: number, changedMs: number] | null {
  const found = statSync(`${root}/${file}`, { throwIfNoEntry: false })
  return found ? [found.size, found.mtimeMs, found.ctimeMs] : null
}

/**
 * The files that a build reads, with what it read of each. Every file has to be read through it: one that changes while it is
 * being read is then noticed by the next start.
 */
export class BuiltFrom {
  readonly #root: string
  readonly #sources = new Map<string, Source>()

  constructor(root: string) {
    this.#root = root
  }

  read(file: string): Buffer {
    const name = path.relative(this.#root, file).replaceAll('\\', '/')
    // Before it is read: what changes in between has later times than those that are kept.
    const seen = look(this.#root, name)
    const bytes = readFileSync(file)
    if (seen) this.#sources.set(name, [name, ...seen, hashOf(bytes)])
    return bytes
  }

  /** Writes the list beside what was built. Answers a hash of all that was read. */
  write(directory: string): string {
    const sources = [...this.#sources.values()].sort(([one], [other]) => (one < other ? -1 : 1))
    writeFileSync(path.join(directory, LIST), JSON.stringify(sources))
    return hashOf(Buffer.from(sources.map(([file, , , , hash]) => `${file} ${hash}\n`).join('')))
  }
}

/**
 * Whether what is in the directory was built from the files as they are now. A file whose size and times are the same is
 * taken to be the same, as no write leaves them; others are read, so that a checkout that changed only times costs no build.
 */
export function isBuiltFrom(root: string, directory: string): boolean {
  let sources: Source[]
  try {
    sources = JSON.parse(readFileSync(path.join(directory, LIST), 'utf8'))
  } catch {
    return false
  }
  let hasOtherTimes = false
  const now: Source[] = []
  for (const source of sources) {
    const [file, size, modifiedMs, changedMs, hash] = source
    const seen = look(root, file)
    if (seen?.[0] !== size) return false
    const isSame = seen[1] === modifiedMs && seen[2] === changedMs
    if (!isSame && hashOf(readFileSync(path.join(root, file))) !== hash) return false
    hasOtherTimes ||= !isSame
    now.push(isSame ? source : [file, ...seen, hash])
  }
  // The next start need not read these files again.
  if (hasOtherTimes) keepNote(path.join(directory, LIST), now)
  return true
}
