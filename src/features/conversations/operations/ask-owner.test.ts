import { describe, expect, test } from 'vitest'
import type { Bus, BusReply } from '../../../bus/port.ts'
import type { Address } from '../../../core/addresses.ts'
import type { Content } from '../../../core/conversation/content.ts'
import { refusal } from '../../../core/errors.ts'
import type { Database } from '../../../db/client.ts'
import { storedWords } from '../../../words/english.ts'
import type { SendCommand, SendReply } from '../records/send-command.ts'
import { ChatService, type SendRequest } from './ask-owner.ts'
import { toWait } from './wait.ts'

const ANA = '491511111111@s.whatsapp.net' as Address
const BEN = '491511111112@s.whatsapp.net' as Address

interface KeyRow {
  operation: string
  bodyHash: Buffer
  messageId: string
  response: string | null
}

/** A database with one idempotency key and what was sent under it. */
function createKeys(commands: readonly SendCommand[]) {
  let row: KeyRow | null = null
  return {
    async queryOne({ name }: { name: string }, values: unknown[]) {
      if (name === 'chat_read_sent')
        return commands
          .filter(({ messageId }) => messageId === values[1])
          .map(({ to: chat }) => ({ chat }))[0]
      const [, , operation, bodyHash, messageId] = values as [string, string, string, Buffer, string]
      row ??= { operation, bodyHash, messageId, response: null }
      return { ...row, isFirst: row.messageId === messageId }
    },
    async query({ name }: { name: string }, values: unknown[]) {
      if (name === 'idempotency_answer' && row) row.response = values[3] as string
      return []
    },
  } as unknown as Database
}

/** A service whose owner sends everything, and the commands it got; it may be silent at first. */
function createService({ isSilentFirst = false } = {}) {
  const commands: SendCommand[] = []
  let ids = 0
  const bus: Pick<Bus, 'request'> = {
    async request(_clientId, { input }) {
      const command = input as SendCommand
      commands.push(command)
      if (isSilentFirst && commands.length === 1) throw refusal('GATEWAY_TIMEOUT', 'NO_ANSWER_IN_TIME', {})
      const key = { remoteJid: command.to, id: command.messageId, fromMe: true, participant: null } as const
      const result: SendReply = { kind: 'sent', key, atSec: 1, status: 'SERVER_ACK', message: {} }
      return { kind: 'ok', result }
    },
  }
  const service = new ChatService({
    db: createKeys(commands),
    bus: bus as Bus,
    words: storedWords,
    newMessageId() {
      ids += 1
      return `M${ids}`
    },
    newId: () => 'command',
    nowMs: () => 0,
  })
  return { service, commands }
}

const request = (content: Content): SendRequest => ({
  clientId: 'c',
  target: ANA,
  wait: toWait({}, 0),
  byPerson: { text: 'hello', source: 'dashboard' },
  buildContent: async () => content,
  idempotency: { userId: 'u', key: undefined, operation: 'o', body: {} },
})

test('the owner is told who wrote a message, under an event of its own', async () => {
  const { service, commands } = createService()
  await service.send(request({ type: 'text', text: 'hello' }))
  const written = { text: 'hello', source: 'dashboard', eventId: 'inbox:M1' }
  expect(commands.map(({ byPerson }) => byPerson)).toEqual([written])
})

test('an album is one word of a person, which its items carry and its heading does not', async () => {
  const { service, commands } = createService()
  const item = async (text: string): Promise<Content> => ({ type: 'text', text })
  await service.sendAlbum(request({ type: 'album_heading', images: 2, videos: 0 }), item, ['one', 'two'])
  const written = { text: 'hello', source: 'dashboard', eventId: 'inbox:M1' }
  expect(commands.map(({ byPerson }) => byPerson)).toEqual([undefined, written, written])
})

test('an album is asked about before it begins, and goes on when somebody answers in the middle of it', async () => {
  const { service, commands } = createService()
  const item = async (text: string): Promise<Content> => ({ type: 'text', text })
  const album = { ...request({ type: 'album_heading', images: 2, videos: 0 }), seen: ['Q1'] }
  await service.sendAlbum(album, item, ['one', 'two'])
  expect(commands.map(({ seen }) => seen)).toEqual([['Q1'], undefined, undefined])
})

test('a repeat of a send to a username is the same call, and goes where the first went, whoever has the username now', async () => {
  const { service, commands } = createService({ isSilentFirst: true })
  const asks: (Address | null)[] = []
  const send = (holder: Address) =>
    service.send({
      clientId: 'c',
      idempotency: { userId: 'u', key: 'once', operation: 'o', body: { target: '@ana' } },
      async toRequest(sentTo) {
        asks.push(sentTo)
        return { ...request({ type: 'text', text: 'hello' }), target: sentTo ?? holder }
      },
    })
  await expect(send(ANA)).rejects.toMatchObject({ code: 'GATEWAY_TIMEOUT' })
  expect((await send(BEN)).type).toBe('success')
  expect((await send(BEN)).type).toBe('success')
  expect(commands.map(({ to, messageId }) => [to, messageId])).toEqual([
    [ANA, 'M1'],
    [ANA, 'M1'],
  ])
  expect(asks).toEqual([null, ANA])
})

describe('an owner that does not answer in time', () => {
  const createAnswered = (reply: BusReply) => {
    const bus: Pick<Bus, 'request'> = { request: async () => reply }
    const words = storedWords
    const rest = { newMessageId: () => 'M1', newId: () => 'command', nowMs: () => 0 }
    return new ChatService({ db: createKeys([]), bus: bus as Bus, words, ...rest })
  }
  const silent = createAnswered({ kind: 'unknown' })

  test.each(['available', 'unavailable', 'composing'] as const)(
    'is told of presence %s',
    async (presence) => {
      const unconfirmed = { error: { code: 'OUTCOME_UNKNOWN', params: { cause: 'presence_unconfirmed' } } }
      expect(await silent.showPresence('c', ANA, presence)).toMatchObject(unconfirmed)
      const done = createAnswered({ kind: 'ok', result: presence === 'composing' ? { error: null } : null })
      expect(await done.showPresence('c', ANA, presence)).toEqual({ error: null })
    },
  )

  test('is an error of what the network answers itself', async () => {
    const answered = { data: { reason: 'NO_ANSWER_IN_TIME' } }
    await expect(silent.checkNumbers('c', ['491511111111'])).rejects.toMatchObject(answered)
    await expect(silent.setBlocked('c', { person: ANA, isBlocked: true })).rejects.toMatchObject(answered)
    await expect(silent.mark('c', { chat: ANA, marks: [] })).rejects.toMatchObject(answered)
  })

  test('is not the same as a number that nobody runs', async () => {
    const nobody = createAnswered({ kind: 'no_owner' })
    const refused = { data: { reason: 'CLIENT_NOT_CONNECTED' } }
    await expect(nobody.showPresence('c', ANA, 'available')).rejects.toMatchObject(refused)
    await expect(nobody.checkNumbers('c', ['491511111111'])).rejects.toMatchObject(refused)
  })
})
