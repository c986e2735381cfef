import { expect, test } from 'vitest'
import type { Bus } from '../../../bus/port.ts'
import type { Address } from '../../../core/addresses.ts'
import type { Content } from '../../../core/conversation/content.ts'
import type { Database } from '../../../db/client.ts'
import { storedWords } from '../../../words/english.ts'
import type { SendCommand, SendReply } from '../records/send-command.ts'
import { ChatService, type SendRequest } from './ask-owner.ts'
import { toWait } from './wait.ts'

const ANA = '491511111111@s.whatsapp.net' as Address

/** A service whose owner sends everything, and the commands it got. */
function createService() {
  const commands: SendCommand[] = []
  let ids = 0
  const bus: Pick<Bus, 'request'> = {
    async request(_clientId, { input }) {
      const command = input as SendCommand
      commands.push(command)
      const key = { remoteJid: ANA, id: command.messageId, fromMe: true, participant: null } as const
      const result: SendReply = { kind: 'sent', key, atSec: 1, status: 'SERVER_ACK', message: {} }
      return { kind: 'ok', result }
    },
  }
  const service = new ChatService({
    db: {} as Database,
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
