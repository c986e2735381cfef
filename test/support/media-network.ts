import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { proto } from 'baileys'
import type { ReceivedMessage } from '../../sandbox/index.ts'
import type { Address } from '../../src/core/addresses.ts'
import type { Database } from '../../src/db/client.ts'
import {
  createCodecs,
  createDirectoryStore,
  Media,
  type MediaStore,
  type TransferTiming,
} from '../../src/features/media/index.ts'
import { newId } from '../../src/platform/ids.ts'
import { silentLog } from '../../src/platform/logger.ts'
import { createOutboundHttp } from '../../src/platform/outbound-http.ts'
import { type ChatNetwork, type MessageInput, startChatNetwork } from './chat-network.ts'
import { testConnector } from './network-client.ts'

export const ACCOUNT = '447700900100'
export const ANA = '447700900201'
export const ANA_JID = `${ANA}@s.whatsapp.net` as Address

/** The chat feature with files: kept in a folder of its own, fetched from a server of the test. */
export interface MediaNetwork {
  world: ChatNetwork
  media: Media
  directory: string
  /** Serves a file; answers its address. */
  serve(name: string, bytes: Uint8Array, contentType?: string): string
  /** Answers requests for a name in a way of the test's own. */
  serveWith(name: string, answer: RequestListener): string
  /** What is being written and was not yet kept or dropped. */
  drafts(): string[]
  /** Sends to Ana; what she received, and its content as the network carries it. */
  deliver(message: MessageInput): Promise<{ received: ReceivedMessage; content: proto.IMessage }>
  download(messageId: string): ReturnType<ChatNetwork['chat']['handlers']['downloadMedia']>
  /** The bytes of a stored file as its owner gets them; null when there is none for this user. */
  readFile(mediaId: string, userId?: string): Promise<Buffer | null>
  close(): Promise<void>
}

export interface MediaNetworkOptions {
  ffmpegPath?: string
  store?: (directory: string) => MediaStore
  timing?: TransferTiming
  mediaIdleMs?: number
}

async function startFileServer() {
  const answers = new Map<string, RequestListener>()
  const server = createServer((req, res) => {
    const answer = answers.get(req.url ?? '')
    if (answer) return void answer(req, res)
    res.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    serveWith(name: string, answer: RequestListener): string {
      answers.set(`/${name}`, answer)
      return `${base}/${name}`
    },
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}

export async function startMediaNetwork(
  db: Database,
  { ffmpegPath, store = createDirectoryStore, timing, mediaIdleMs }: MediaNetworkOptions = {},
): Promise<MediaNetwork> {
  const directory = mkdtempSync(path.join(tmpdir(), 'parley-media-'))
  const server = await startFileServer()
  const media = new Media({
    db,
    log: silentLog,
    store: store(directory),
    codecs: createCodecs(ffmpegPath ?? null),
    http: createOutboundHttp({ allow: ['127.0.0.1'] }),
    newId,
    nowMs: Date.now,
    retentionDays: 30,
    ...(timing ? { timing } : {}),
  })
  const world = await startChatNetwork(db, ACCOUNT, { media }, undefined, testConnector([], mediaIdleMs))
  return {
    world,
    media,
    directory,
    serveWith: server.serveWith,
    serve: (name, bytes, contentType) =>
      server.serveWith(name, (_, res) => {
        res.writeHead(200, contentType === undefined ? {} : { 'content-type': contentType }).end(bytes)
      }),
    drafts: () => readdirSync(path.join(directory, 'drafts')),
    async deliver(message) {
      const { error, res } = await world.send(message, ANA_JID)
      if (error !== undefined) throw new Error(error)
      const received = await world.sandbox.contact(ANA).waitForMessage(({ id }) => id === res?.key.id)
      return { received, content: proto.Message.decode(Buffer.from(received.raw, 'base64')) }
    },
    download: (messageId) =>
      world.chat.handlers.downloadMedia({ clientId: world.clientId, jid: ANA_JID, messageId }, world.ctx),
    async readFile(mediaId, userId = world.userId) {
      const found = await media.find(mediaId, userId)
      const body = await found?.open()
      return body ? Buffer.concat(await body.toArray()) : null
    },
    async close() {
      await world.close()
      server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
