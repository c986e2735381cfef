import { proto } from 'baileys'
import type { ContentReader } from '../../translate/account/channel-nodes.ts'
import { readContent, unwrapMessage } from '../../translate/content.ts'
import { readOpenFile } from '../../translate/files.ts'
import type { WireMessage } from '../../translate/wire.ts'

const UNKNOWN = { type: 'unknown', text: null, file: null }

/** What a post holds, as messages are read; `unknown` where the library reads nothing of it. */
export const readChannelContent: ContentReader = (bytes) => {
  try {
    const message: WireMessage = proto.Message.decode(bytes)
    const read = readContent(message)
    if (!read) return UNKNOWN
    return { type: read.type, text: read.text, file: readOpenFile(unwrapMessage(message)) }
  } catch {
    return UNKNOWN
  }
}
