import { proto } from 'baileys'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyJson, nearlyValid, VALID_MESSAGES } from '../../../../test/support/any-message.ts'
import { CONTENT_TYPES, listContentTypes, Message } from '../../../contract/conversations/message.ts'
import type { Address } from '../../../core/addresses.ts'
import { Refusal } from '../../../core/errors.ts'
import { findJsonProblem } from '../../../core/json-safety.ts'
import { createBaileysConnector } from '../../../network/baileys/index.ts'
import { readContent } from '../../../network/translate/content.ts'
import { silentLog } from '../../../platform/logger.ts'
import { buildContent } from '../operations/request-content.ts'
import { buildMessage } from './build-message.ts'

const CHAT = '447700900201@s.whatsapp.net' as Address
const connector = createBaileysConnector({ log: silentLog })
const client = { id: 'c', userId: 'u', address: CHAT, lid: null }
/** Nothing is stored: what a pin is about may be older than what this client knows. */
const emptyStore = { query: async () => [] } as never

type Outcome = { refused: string[] } | { type: string }

/** What a call with this message comes to, short of the wire. */
async function judge(json: unknown): Promise<Outcome> {
  const problem = findJsonProblem({ message: json })
  if (problem) return { refused: [problem.kind === 'unsafe' ? ` at ${problem.path}` : problem.kind] }
  const parsed = Message.safeParse(json)
  if (!parsed.success) return { refused: parsed.error.issues.map(nameIssue) }
  const { quoted: _, ...message } = parsed.data
  try {
    const content = await buildContent(message, CHAT, async () => ({ assetId: 'm' }))
    const built = await buildMessage(
      {
        db: emptyStore,
        connector,
        connection: null,
        upload: async ({ kind, source: _source, ...traits }) =>
          ({
            media: kind,
            mimetype: 'image/png',
            ...traits,
            file: {
              url: 'https://example.org/f',
              directPath: '/f',
              mediaKey: new Uint8Array(32),
              fileSha256: new Uint8Array(32),
              fileEncSha256: new Uint8Array(32),
              fileLength: 8,
            },
          }) as never,
      },
      client,
      CHAT,
      content,
    )
    const decoded = proto.Message.decode(built.bytes)
    const again = proto.Message.encode(decoded).finish()
    expect(Buffer.from(again)).toEqual(Buffer.from(built.bytes))
    JSON.stringify(connector.toJson(built.bytes))
    const read = readContent(decoded)
    expect(read?.type).toBe(built.type)
    expect(listContentTypes(message)).toEqual([built.type])
    return { type: built.type }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refused: [String(error.data?.path ?? '')] }
  }
}

/** The field an issue is about: its path, the names it lists, or the message as a whole, whose types it then names. */
function nameIssue(issue: { path: PropertyKey[]; message: string; code: string; keys?: string[] }): string {
  if (issue.path.length > 0) return issue.path.join('.')
  if (issue.keys) return JSON.stringify(issue.keys)
  if (issue.code === 'invalid_type') return 'message'
  return CONTENT_TYPES.some((type) => issue.message.includes(type)) ? 'message' : ''
}

async function expectNamedOrDecodable(json: unknown): Promise<void> {
  const outcome = await judge(json)
  if ('type' in outcome) return
  expect(outcome.refused.length).toBeGreaterThan(0)
  for (const name of outcome.refused) expect(name).not.toBe('')
}

describe('whatever JSON is given as a message', () => {
  it('valid ones of every type can be decoded by the contact as that type', async () => {
    const types: unknown[] = []
    for (const message of VALID_MESSAGES) types.push(await judge(message))
    expect(types).toEqual(CONTENT_TYPES.map((type) => ({ type })))
  })

  it('is refused by the name of a field, or can be decoded by the contact', async () => {
    await fc.assert(fc.asyncProperty(anyJson, expectNamedOrDecodable), { numRuns: 1_000 })
  }, 60_000)

  it('and nearly valid is refused by the name of a field, or can be decoded by the contact', async () => {
    await fc.assert(fc.asyncProperty(nearlyValid, expectNamedOrDecodable), { numRuns: 2_000 })
  }, 60_000)
})
