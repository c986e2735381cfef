/** A file that somebody sent, as runs keep it. */
export interface RunFile {
  mediaId: string
  mimetype: string
  fileName: string | null
  sizeBytes: number | null
  seconds: number | null
  /** The message it came in, where that stands beside it. */
  messageId: string | null
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)

function toFile(value: Readonly<Record<string, unknown>>, messageId: string | null): RunFile | null {
  const { fileName, sizeBytes, seconds } = value
  const [mediaId, mimetype] = [textIn(value.mediaId), textIn(value.mimetype)]
  if (mediaId === null || mimetype === null) return null
  return {
    // The answer to a question names its message itself.
    ...{ mediaId, mimetype, messageId: messageId ?? textIn(value.id), fileName: textIn(fileName) },
    ...{ sizeBytes: numberIn(sizeBytes), seconds: numberIn(seconds) },
  }
}

/** The files anywhere within values that a run keeps, each once, by their media ids. */
export function findFiles(values: readonly unknown[]): ReadonlyMap<string, RunFile> {
  const found = new Map<string, RunFile>()
  const look = (value: unknown, messageId: string | null): void => {
    if (!isObject(value)) return
    const file = toFile(value, messageId)
    if (file) {
      const known = found.get(file.mediaId)
      found.set(file.mediaId, known?.messageId ? known : file)
    }
    // What a run keeps of a message holds its file under `media`.
    const own = textIn(value.messageId)
    for (const [name, inner] of Object.entries(value)) look(inner, name === 'media' ? own : null)
  }
  for (const value of values) look(value, null)
  return found
}

/** The value of a JSON text; null when it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

interface Moved {
  event: { id: string }
  transition: { contextPatch: string } | null
}

/** The files that came with each event of a run, by the event's id: each stands where the run first had it. */
export function groupFiles(steps: readonly Moved[]): ReadonlyMap<string, RunFile[]> {
  const patches = steps.map(({ transition }) => (transition ? readJson(transition.contextPatch) : null))
  const all = findFiles(patches)
  const seen = new Set<string>()
  const groups = new Map<string, RunFile[]>()
  for (const [at, { event }] of steps.entries())
    for (const mediaId of findFiles([patches[at]]).keys()) {
      const file = all.get(mediaId)
      if (!file || seen.has(mediaId)) continue
      seen.add(mediaId)
      groups.set(event.id, [...(groups.get(event.id) ?? []), file])
    }
  return groups
}

/** Variables that hold files, by their names; `known` says of which messages the files are. */
export function listVariableFiles(context: unknown, known: ReadonlyMap<string, RunFile>) {
  const vars = isObject(context) && isObject(context.vars) ? context.vars : {}
  return Object.entries(vars).flatMap(([name, value]) =>
    [...findFiles([value]).values()].map((file) => ({ name, file: known.get(file.mediaId) ?? file })),
  )
}

/** How a browser shows a file of this type; null when it is only saved. */
export function shownAs(mimetype: string): 'image' | 'audio' | 'video' | null {
  if (/^image\/(png|jpeg|gif|webp|avif)$/.test(mimetype)) return 'image'
  if (mimetype.startsWith('audio/')) return 'audio'
  return mimetype.startsWith('video/') ? 'video' : null
}
