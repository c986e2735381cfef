import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { API_PREFIX } from '../contract/operation.ts'
import { Refusal } from '../core/errors.ts'

/** `GET {FILES_PATH}<media id>` answers the bytes of a file (chat.downloadMedia tells the path). */
export const FILES_PATH = `${API_PREFIX}/chat/media/`

export interface FoundFile {
  mimetype: string
  fileName: string | null
  sizeBytes: number
  body: Readable
}

/** Null when there is no such file, or it is somebody else's. */
export type OpenFile = (id: string, userId: string) => Promise<FoundFile | null>

/** Shown by a browser as what they are; everything else is only ever saved. */
const SHOWN = /^(image\/(png|jpeg|gif|webp|avif)|video\/|audio\/)/
const OK = 200

/** Written as RFC 8187 has it, so that any name can stand in a header. */
function toDisposition({ mimetype, fileName }: FoundFile): string {
  const kind = SHOWN.test(mimetype) ? 'inline' : 'attachment'
  return fileName === null ? kind : `${kind}; filename*=UTF-8''${encodeURIComponent(fileName)}`
}

/** Streams a file. What strangers sent must not run as a page of ours, whatever it claims to be. */
export async function answerFile(
  req: IncomingMessage,
  res: ServerResponse,
  file: FoundFile | null,
): Promise<Refusal | undefined> {
  if (!file)
    return new Refusal('NOT_FOUND', 'There is no such file, or its time is over. Ask chat.downloadMedia.')
  res.writeHead(OK, {
    'content-type': SHOWN.test(file.mimetype) ? file.mimetype : 'application/octet-stream',
    'content-length': file.sizeBytes,
    'content-disposition': toDisposition(file),
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
  })
  if (req.method === 'HEAD') {
    file.body.destroy()
    res.end()
    return undefined
  }
  await pipeline(file.body, res).catch((error: unknown) => {
    // The caller hung up, or the file ended early: there is nobody left to tell.
    if (!res.destroyed) throw error
  })
  return undefined
}
