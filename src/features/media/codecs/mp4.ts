import { type FileHandle, open } from 'node:fs/promises'

/** What a file of the MP4 family (also MOV and 3GP) says of itself. Pixels as shown, turned where the file asks for it. */
export interface Mp4Facts {
  width?: number
  height?: number
  seconds?: number
  hasVideo: boolean
  hasAudio: boolean
}

interface Box {
  name: string
  body: Buffer
}

const BOX_HEAD_BYTES = 16
const MAX_TOP_BOXES = 1_000
/** The index of some hours of video; larger ones are not read. */
const MAX_INDEX_BYTES = 16 * 1024 ** 2
const FIXED_ONE = 65_536

interface BoxHead {
  name: string
  size: number
  headBytes: number
}

function parseHead(head: Buffer): BoxHead | null {
  const isLong = head.readUInt32BE(0) === 1
  const size = isLong ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0)
  const headBytes = isLong ? 16 : 8
  return size < headBytes ? null : { name: head.toString('latin1', 4, 8), size, headBytes }
}

/** The index is at the start or at the end of a file; what is between is stepped over. */
async function readIndex(file: FileHandle): Promise<Buffer | null> {
  const bytes = Buffer.alloc(BOX_HEAD_BYTES)
  let at = 0
  for (let count = 0; count < MAX_TOP_BOXES; count++) {
    const { bytesRead } = await file.read(bytes, 0, BOX_HEAD_BYTES, at)
    const head = bytesRead < 8 ? null : parseHead(bytes)
    if (!head) return null
    if (head.name === 'moov') return readBody(file, at, head)
    at += head.size
  }
  return null
}

async function readBody(file: FileHandle, at: number, { size, headBytes }: BoxHead): Promise<Buffer | null> {
  if (size > MAX_INDEX_BYTES) return null
  const body = Buffer.alloc(size - headBytes)
  const { bytesRead } = await file.read(body, 0, body.length, at + headBytes)
  return bytesRead === body.length ? body : null
}

function* listBoxes(bytes: Buffer): Generator<Box> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    if (size < 8 || at + size > bytes.length) return
    yield { name: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + size) }
    at += size
  }
}

function findBox(bytes: Buffer, ...path: string[]): Buffer | null {
  let found: Buffer | null = bytes
  for (const name of path) {
    if (!found) return null
    found = [...listBoxes(found)].find((box) => box.name === name)?.body ?? null
  }
  return found
}

/** The form of most boxes with times: version 1 has longer ones. */
const isLongForm = (box: Buffer): boolean => box[0] === 1

function readSeconds(header: Buffer | null): number | undefined {
  if (!header) return undefined
  const [scaleAt, durationAt] = isLongForm(header) ? [20, 24] : [12, 16]
  const scale = header.readUInt32BE(scaleAt)
  const duration = isLongForm(header)
    ? Number(header.readBigUInt64BE(durationAt))
    : header.readUInt32BE(durationAt)
  return scale > 0 && duration > 0 ? Math.max(1, Math.round(duration / scale)) : undefined
}

function readPixels(header: Buffer): { width: number; height: number } | null {
  const matrixAt = isLongForm(header) ? 52 : 40
  const width = Math.round(header.readUInt32BE(matrixAt + 36) / FIXED_ONE)
  const height = Math.round(header.readUInt32BE(matrixAt + 40) / FIXED_ONE)
  if (width === 0 || height === 0) return null
  const isTurned = header.readInt32BE(matrixAt) === 0 && header.readInt32BE(matrixAt + 16) === 0
  return isTurned ? { width: height, height: width } : { width, height }
}

function parseIndex(index: Buffer): Mp4Facts {
  const facts: Mp4Facts = { hasVideo: false, hasAudio: false }
  const seconds = readSeconds(findBox(index, 'mvhd'))
  if (seconds !== undefined) facts.seconds = seconds
  for (const { name, body } of listBoxes(index)) {
    if (name !== 'trak') continue
    const kind = findBox(body, 'mdia', 'hdlr')?.toString('latin1', 8, 12)
    if (kind === 'soun') facts.hasAudio = true
    if (kind !== 'vide') continue
    facts.hasVideo = true
    const header = findBox(body, 'tkhd')
    Object.assign(facts, (header && readPixels(header)) ?? {})
  }
  return facts
}

/** Null for what is none, or says nothing of itself. */
export async function readMp4(path: string): Promise<Mp4Facts | null> {
  const file = await open(path)
  try {
    const index = await readIndex(file)
    return index && parseIndex(index)
  } catch {
    // Lengths that lead outside of the file: it may still play, it only cannot be described.
    return null
  } finally {
    await file.close()
  }
}
