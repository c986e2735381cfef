import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** What people read, and what may show pictures. */
const DOCUMENTS = ['*.md', 'docs/**/*.md', 'packages/*/*.md']
/** Where pictures are held for documents. Those that only tests need are made by them. */
const PICTURES = ['docs/**/*.{png,jpg,jpeg,gif,webp,avif}']
/** `![what is seen](path)`, the only way in which our documents show pictures. */
const SHOWN = /!\[([^\]]*)\]\(([^)\s]+)\)/g

/** The documents by their paths, and the paths of the pictures, all relative to the project and with `/`. */
export interface Pictures {
  documents: ReadonlyMap<string, string>
  pictures: readonly string[]
}

function list(root: string, patterns: readonly string[]): string[] {
  const found = globSync(patterns, { cwd: root, exclude: (name) => name === 'node_modules' })
  return found.map((path) => path.replaceAll('\\', '/')).sort()
}

export function readPictures(root: string): Pictures {
  const documents = list(root, DOCUMENTS).map(
    (path) => [path, readFileSync(posix.join(root, path), 'utf8')] as const,
  )
  return { documents: new Map(documents), pictures: list(root, PICTURES) }
}

/** Pictures that no document shows, and what documents show that is not there or has no text for who cannot see it. */
export function findPictureProblems({ documents, pictures }: Pictures): string[] {
  const held = new Set(pictures)
  const shown = new Set<string>()
  const problems: string[] = []
  for (const [document, text] of documents)
    for (const [, alt = '', target = ''] of text.matchAll(SHOWN)) {
      if (/^https?:/.test(target)) continue
      const path = posix.join(posix.dirname(document), target)
      shown.add(path)
      if (alt.trim() === '') problems.push(`${document} shows ${path} without saying what is seen`)
      if (!held.has(path)) problems.push(`${document} shows ${path}, which is not there`)
    }
  for (const path of pictures)
    if (!shown.has(path)) problems.push(`${path} is shown by no document: show it, or remove it`)
  return problems
}
