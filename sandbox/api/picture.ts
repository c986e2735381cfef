import { InputError } from '../protocol/addresses.ts'
import { isJpeg } from '../protocol/pictures.ts'

/** The picture that a scenario gives somebody; nothing where it takes it away. */
export function readPicture(jpeg: Uint8Array | null): Uint8Array | undefined {
  if (jpeg === null) return undefined
  if (!isJpeg(jpeg)) throw new InputError('a picture must be a JPEG')
  return jpeg
}
