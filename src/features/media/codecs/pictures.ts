import { stat } from 'node:fs/promises'
import type { Sharp, SharpOptions } from 'sharp'

const THUMBNAIL_PX = 72
const THUMBNAIL_QUALITY = 50
const STICKER_PX = 512
const STICKER_QUALITY = 80
const JPEG_QUALITY = 85
/** What the network shows of an account or a group at its largest (Baileys' `generateProfilePicture`). */
const OWN_PICTURE_PX = 640
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
  /** A square JPEG of what people gave for an account or a group: its middle, or as it is where it is one already. */
  makeOwnPicture(
    bytes: Uint8Array,
  ): Promise<{ kind: 'made'; bytes: Uint8Array } | { kind: 'unreadable' | 'no_library' }>
  /** For formats that phones do not show. */
  writeJpeg(path: string, target: string): Promise<Pixels | null>
}

type Open = (source: string | Uint8Array, options?: SharpOptions) => Sharp

async function loadOpen(): Promise<Open | null> {
  try {
    const { default: sharp } = await import('sharp')
    // One picture of the queue at a time, and nothing kept of it: the service has other uses for its memory.
    sharp.cache(false)
    sharp.concurrency(1)
    const bounds = { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error' } as const
    return (source, options) => sharp(source, { ...bounds, ...options }).timeout({ seconds: TIMEOUT_S })
  } catch {
    return null
  }
}

/** The library's own threads do the work; pictures wait for each other. */
export function createPictures(): Pictures {
  let loading: Promise<Open | null> | undefined
  let last: Promise<unknown> = Promise.resolve()

  function inOrder<T>(work: (open: Open | null) => Promise<T>): Promise<T> {
    const turn = last.then(async () => {
      loading ??= loadOpen()
      return work(await loading)
    })
    last = turn.catch(() => null)
    return turn
  }

  function inTurn<T>(path: string, work: (open: Open) => Promise<T>): Promise<T | null> {
    return inOrder(async (open) => {
      if (!open || (await stat(path)).size > MAX_SOURCE_BYTES) return null
      return work(open)
    }).catch(() => null)
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
    makeOwnPicture: (bytes) =>
      inOrder(async (open) => {
        if (!open) return { kind: 'no_library' } as const
        const { format, width, height, exif } = await open(bytes).metadata()
        // What a camera wrote into it, such as the place, is nobody's business.
        const isBare = format === 'jpeg' && exif === undefined
        const isReady = isBare && width === height && width <= OWN_PICTURE_PX
        // Reading it all tells whether it is whole.
        if (isReady && (await open(bytes).stats())) return { kind: 'made', bytes } as const
        const side = Math.min(OWN_PICTURE_PX, width, height)
        const picture = open(bytes).rotate().flatten({ background: '#fff' })
        const square = picture.resize(side, side, { fit: 'cover' }).jpeg({ quality: JPEG_QUALITY })
        return { kind: 'made', bytes: await square.toBuffer() } as const
      }).catch(() => ({ kind: 'unreadable' }) as const),
    writeJpeg: (path, target) =>
      inTurn(path, async (open) => {
        const picture = open(path).rotate().flatten({ background: '#fff' })
        const { width, height } = await picture.jpeg({ quality: JPEG_QUALITY }).toFile(target)
        return { width, height }
      }),
  }
}
