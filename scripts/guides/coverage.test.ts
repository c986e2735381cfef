import { describe, expect, it } from 'vitest'
import { EXAMPLE_IDS } from '../../src/api/examples/ids.ts'
import {
  CONTENT_TYPES,
  type ContentType,
  listContentTypes,
} from '../../src/contract/conversations/message.ts'
import { OPERATIONS } from '../../src/contract/index.ts'
import { readRawTemplate } from './build.ts'

const operations = new Map(OPERATIONS.map(({ path, procedure }) => [path.join('.'), procedure['~orpc']]))
const FENCE = /^```sh run(.*)\n([\s\S]*?)^```$/gm
const CALL = /curl -s \$API\/([\w/]+)[\s\S]*?-d '([\s\S]*?)'(?=\s|$)/

interface Call {
  name: string
  body: Record<string, unknown>
  /** The answer is in the guide, or the command is only done when it succeeded. */
  isSeen: boolean
}

/** The calls of the guide that are carried out when it is written and that the contract understands. */
async function listCalls(): Promise<Call[]> {
  const calls: Call[] = []
  for (const [, options = '', script = ''] of readRawTemplate('api-guide').matchAll(FENCE)) {
    const [, path, text] = CALL.exec(script) ?? []
    if (path === undefined || text === undefined) continue
    const name = path.replaceAll('/', '.')
    const body = JSON.parse(text.replaceAll(/\b[A-Z_]*CLIENT_ID\b/g, EXAMPLE_IDS.clientId)) as Call['body']
    const result = await operations.get(name)?.inputSchema?.['~standard'].validate(body)
    if (result === undefined || result.issues) continue
    calls.push({ name, body, isSeen: !/\bquiet\b/.test(options) || options.includes('"type":"success"') })
  }
  return calls
}

const calls = (await listCalls()).filter(({ isSeen }) => isSeen)
const messages = calls
  .filter(({ name }) => name === 'chat.sendMessage')
  .map(({ body }) => body.message as object)
const shows = (field: string) => messages.some((message) => field in message)

describe('the guide to the API', () => {
  it('names every operation that needs `secrets:use` for a flow or a call with a secret', () => {
    const [named = ''] = /^A flow that names a secret [\s\S]*?\n\n/m.exec(readRawTemplate('api-guide')) ?? []
    const listed = [...named.matchAll(/`((?:evaluations|flows|knowledge|models)\.[\w.]+)`/g)].map(
      ([, name]) => name,
    )
    const using = OPERATIONS.filter(({ entry }) => entry.usesSecrets).map(({ name }) => name)
    expect(listed.toSorted()).toEqual(using.toSorted())
  })

  it('carries out every operation of the interface', () => {
    const ofInterface = [...operations].filter(([, { meta }]) => !meta.extension).map(([name]) => name)
    expect(ofInterface).toHaveLength(21)
    expect(ofInterface.filter((name) => !calls.some((call) => call.name === name))).toEqual([])
  })

  it('sends a message of every type, and sees each of them succeed', () => {
    const sent = messages.flatMap((message) =>
      listContentTypes(message as Partial<Record<ContentType, unknown>>),
    )
    expect(CONTENT_TYPES.filter((type) => !sent.includes(type))).toEqual([])
  })

  it('shows a voice note, a caption, a quote, a file in base64 and an album', () => {
    expect(['ptt', 'caption', 'quoted'].filter((field) => !shows(field))).toEqual([])
    expect(JSON.stringify(messages)).toContain('"base64":')
    expect(JSON.stringify(calls.filter(({ name }) => name === 'chat.sendAlbum'))).toContain('"base64":')
  })

  it('names every type where it says what a message is', () => {
    const text = readRawTemplate('api-guide')
    expect(CONTENT_TYPES.filter((type) => !text.includes(`\`${type}\``))).toEqual([])
  })
})
