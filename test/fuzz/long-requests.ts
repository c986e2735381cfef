import { randomBytes } from 'node:crypto'
import { EVENTS_PATH } from '../../src/api/pages/event-stream.ts'
import { FILES_PATH } from '../../src/api/pages/files.ts'
import { API_PREFIX } from '../../src/contract/operation.ts'
import type { Random } from '../simulation/random.ts'

/** Beyond what stays in memory of a body. */
const FILE = randomBytes(400_000).toString('base64')
const UPLOAD = JSON.stringify({ file: { base64: FILE, mimetype: 'application/zip' } })
const TOOL_LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })

interface LongRequest {
  operation: string
  method: 'GET' | 'POST'
  path: string
  body: string
}

/** Requests with a middle to hang up in: what is sent or answered takes a while, or never ends. */
export function makeLongRequest(random: Random, fileId: string): LongRequest {
  return random.pick<LongRequest>([
    { operation: 'file', method: 'GET', path: FILES_PATH + fileId, body: '' },
    { operation: 'events', method: 'GET', path: EVENTS_PATH, body: '' },
    { operation: 'assets.upload', method: 'POST', path: `${API_PREFIX}/assets/upload`, body: UPLOAD },
    { operation: 'mcp', method: 'POST', path: '/api/mcp', body: TOOL_LIST },
  ])
}
