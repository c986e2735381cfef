import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ReadStream } from 'node:fs'
import type { Blob, Blobs } from './blobs.ts'
import type { MediaFaults } from './media-faults.ts'

const PATH_PREFIX = '/v/t62.7118-24/'
const PATH_SUFFIX = '.enc'
/** Pictures of people and groups are open to whoever has the link, for as long as there is the picture. */
const PICTURE_PREFIX = '/v/t61.24694-24/'
const PICTURE_SUFFIX = '.jpg'
const PICTURE_QUERY = '?ccb=11-4&oh=01&oe=6F000000'
const PATH_QUERY = '?ccb=11-4&_nc_sid=5e03e0&mms3=true'

/** The media half of the network: encrypted files, how they are named, and who may upload. */
export class Media {
  readonly blobs: Blobs
  readonly faults: MediaFaults
  readonly #secret: Buffer
  /** `127.0.0.1:port` of the media server, once it listens. */
  host = ''

  constructor(blobs: Blobs, faults: MediaFaults, secret: Buffer) {
    this.blobs = blobs
    this.faults = faults
    this.#secret = secret
  }

  /** What a linked device (`number.device`) shows when it uploads. */
  authOf(address: string): string {
    return `${address}.${createHmac('sha256', this.#secret).update(address).digest('base64url')}`
  }

  isAuth(auth: string): boolean {
    const expected = Buffer.from(this.authOf(auth.slice(0, auth.lastIndexOf('.'))))
    const given = Buffer.from(auth)
    return expected.length === given.length && timingSafeEqual(expected, given)
  }

  directPath(blob: Blob): string {
    return `${PATH_PREFIX}${blob.id}${PATH_SUFFIX}${PATH_QUERY}`
  }

  /** Both sizes are the same file here. */
  picturePath(file: string, size: string): string {
    const smaller = size === 'preview' ? '&stp=dst-jpg_s96x96' : ''
    return `${PICTURE_PREFIX}${file}${PICTURE_SUFFIX}${PICTURE_QUERY}${smaller}`
  }

  findPicture(path: string): Blob | undefined {
    if (!path.startsWith(PICTURE_PREFIX) || !path.endsWith(PICTURE_SUFFIX)) return undefined
    return this.blobs.find(path.slice(PICTURE_PREFIX.length, -PICTURE_SUFFIX.length))
  }

  url(blob: Blob): string {
    return `https://${this.host}${this.directPath(blob)}`
  }

  /** The file a direct path or a URL of this network names. */
  find(path: string): Blob | undefined {
    const name = path.split('?')[0]?.split(PATH_PREFIX)[1]
    return name?.endsWith(PATH_SUFFIX) ? this.blobs.find(name.slice(0, -PATH_SUFFIX.length)) : undefined
  }

  /** Opens a file as a client may: throws when it is unknown or gone. */
  open(path: string): ReadStream {
    const blob = this.find(path)
    if (blob?.state !== 'there') throw new Error('the media server does not have this file any more')
    return this.blobs.open(blob)
  }
}
