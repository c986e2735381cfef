import { refusal } from '../../../core/errors.ts'
import type { Pictures } from './pictures.ts'

const JPEG_START = Buffer.from([0xff, 0xd8, 0xff])

/** Makes of a given picture what the network takes as that of an account or a group; both as base64. */
export type PictureMaker = (given: string) => Promise<string>

/**
 * The network takes a JPEG only (whatsmeow's `SetGroupPhoto`). Where the picture library is missing, one is handed on as
 * it is, and nothing else can be used.
 */
export const createPictureMaker =
  (pictures: Pick<Pictures, 'makeOwnPicture'>): PictureMaker =>
  async (given) => {
    const bytes = Buffer.from(given, 'base64')
    const made = await pictures.makeOwnPicture(bytes)
    if (made.kind === 'made') return Buffer.from(made.bytes).toString('base64')
    const isJpeg = bytes.subarray(0, JPEG_START.length).equals(JPEG_START)
    if (made.kind === 'no_library' && isJpeg) return given
    throw refusal('UNPROCESSABLE_CONTENT', 'PICTURE_NOT_TAKEN', {})
  }
