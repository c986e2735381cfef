import { stat } from 'node:fs/promises'
import type { Sharp, SharpOptions } from 'sharp'

const THUMBNAIL_PX = 72
const THUMBNAIL_QUALITY = 50
const STICKER_PX = 512
const STICKER_QUALITY = 80
const JPEG_QUALITY = 85
/** Larger pictures are not opened: decoding them costs more memory than it is worth. */
const MAX_SOURCE_BYTES = 30 * 1024 ** 2
const MAX_PIXELS = 50_000_000
const TIMEOUT_S = 20

export interface Pixels {
  width: number
  height: number
}

/** Small pictures and other formats, through the optional picture library; each resolves to null where it cannot. */
export interface Pictures {
  makeThumbnail(path: string): Promise<Uint8Array | null>
  /** A WebP picture of 512 by 512, the rest of it transparent; what moves goes on moving. */
  writeSticker(path: string, target: string): Promise<{ isAnimated: boolean } | null>
  /** For formats that phones do not show. */
  writeJpeg(path: string, target: string): Promise<Pixels | null>
}

type Open = (path: string, options?: SharpOptions) => Sharp

async function loadOpen(): Promise<Open | null> {
  try {
    const { default: sharp } = await import('sharp')
    // One picture of the queue at a time, and nothing kept of it: the service has other uses for its memory.
    sharp.cache(false)
    sharp.concurrency(1)
    const bounds = { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error' } as const
    return (path, options) => sharp(path, { ...bounds, ...options }).timeout({ seconds: TIMEOUT_S })
  } catch {
    return null
  }
}

/** The library's own threads do the work; pictures wait for each other. */
export function createPictures(): Pictures {
  let loading: Promise<Open | null> | undefined
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<T>(path: string, work: (open: Open) => Promise<T>): Promise<T | null> {
    const turn = last.then(async () => {
      loading ??= loadOpen()
      const open = await loading
      if (!open || (await stat(path)).size > MAX_SOURCE_BYTES) return null
      return work(open)
    })
    const outcome = turn.catch(() => null)
    last = outcome
    return outcome
  }

  return {
    makeThumbnail: (path) =>
      inTurn(path, async (open) => {
        const picture = open(path).rotate().flatten({ background: '#fff' })
        const small = picture.resize(THUMBNAIL_PX, THUMBNAIL_PX, { fit: 'inside' })
        return small.jpeg({ quality: THUMBNAIL_QUALITY }).toBuffer()
      }),
    writeSticker: (path, target) =>
      inTurn(path, async (open) => {
        const { pages = 1 } = await open(path).metadata()
        const picture = open(path, { animated: pages > 1 }).rotate()
        const square = picture.resize(STICKER_PX, STICKER_PX, {
          fit: 'contain',
          background: { r: 0, g: 0, b: 0, alpha: 0 },
        })
        await square.webp({ quality: STICKER_QUALITY }).toFile(target)
        return { isAnimated: pages > 1 }
      }),
    writeJpeg: (path, target) =>
      inTurn(path, async (open) => {
        const picture = open(path).rotate().flatten({ background: '#fff' })
        const { width, height } = await picture.jpeg({ quality: JPEG_QUALITY }).toFile(target)
        return { width, height }
      }),
  }
}
