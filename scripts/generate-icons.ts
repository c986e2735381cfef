/**
 * Draws the icons of the installable page into src/web/public: the mark of the dashboard (src/web/shell/logo.tsx), as PNG.
 * Run it when the mark changes.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

const PUBLIC = join(import.meta.dirname, '..', 'src', 'web', 'public')
const ACCENT = [15, 122, 90] as const
const WHITE = [255, 255, 255] as const
/** Each pixel is looked at in so many places, squared. */
const SAMPLES = 4

/** Whether a point of the 32 by 32 drawing is in the speech bubble: a rectangle with round corners, and its tail. */
function isInBubble(x: number, y: number): boolean {
  const [left, right, top, bottom, radius] = [9, 23, 8, 19, 2.5]
  const dx = Math.max(left + radius - x, x - right + radius, 0)
  const dy = Math.max(top + radius - y, y - bottom + radius, 0)
  if (dx * dx + dy * dy <= radius * radius) return true
  return x >= 11.5 && y >= 19 && x + y <= 35
}

/** How much of a pixel is in the bubble, from 0 to 1. */
function coverage(px: number, py: number, size: number, scale: number): number {
  let hits = 0
  for (let index = 0; index < SAMPLES * SAMPLES; index++) {
    const x = ((px + ((index % SAMPLES) + 0.5) / SAMPLES) * 32) / size
    const y = ((py + (Math.floor(index / SAMPLES) + 0.5) / SAMPLES) * 32) / size
    if (isInBubble((x - 16) / scale + 16, (y - 16) / scale + 16)) hits++
  }
  return hits / (SAMPLES * SAMPLES)
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** PNG with colour and transparency, 8 bits each (ISO/IEC 15948). */
function toPng(size: number, colourOf: (x: number, y: number) => readonly number[]): Buffer {
  const rows = Array.from({ length: size }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: size }, (_, x) => colourOf(x, y)).flat()]),
  )
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  head.set([8, 6], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The whole square is filled: systems cut it to their own shape. */
const drawIcon = (size: number): Buffer =>
  toPng(size, (x, y) => {
    const part = coverage(x, y, size, 1)
    return [...ACCENT.map((value, index) => Math.round(value + ((WHITE[index] ?? 0) - value) * part)), 255]
  })

/** Of a badge only the transparency is shown. */
const drawBadge = (size: number): Buffer =>
  toPng(size, (x, y) => [...WHITE, Math.round(coverage(x, y, size, 1.7) * 255)])

for (const size of [192, 512]) writeFileSync(join(PUBLIC, `icon-${size}.png`), drawIcon(size))
writeFileSync(join(PUBLIC, 'badge-96.png'), drawBadge(96))
