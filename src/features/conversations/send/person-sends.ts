import type { Database } from '../../../db/client.ts'
import { statement } from '../../../db/statement.ts'
import type { Log } from '../../../platform/logger.ts'
import { type SendReply, toActorOfSender, type WrittenByPerson } from '../records/send-command.ts'
import { ERROR_CODE } from '../records/stored-error.ts'

export interface PersonSendDeps {
  db: Database
  /** Notifies flows that a person wrote. Each event counts once, however often this is called with it. */
  personWrote?(clientId: string, contactJid: string, written: WrittenByPerson): Promise<void>
  log: Log
}

interface LeftRow extends Omit<WrittenByPerson, 'by'> {
  messageId: string
  by: string | null
  /** Null: it was withdrawn, or certainly not sent, or it is too long ago to take the chat over now. */
  chat: string | null
}

const FORGET = statement<never>(
  'chat_forget_person_send',
  'delete from person_send where client_id = $1 and message_id = any($2::text[])',
)

/** Over the primary key of person_send, which is empty but for what is under way. */
const READ_LEFT = statement<LeftRow>(
  'chat_read_person_sends',
  `select p.message_id as "messageId", p.event_id as "eventId", p.text, p.source, m.sent_by as by,
     case when p.created_at > now() - interval '24 hours' then m.chat end as chat
   from person_send p
   left join message m on m.client_id = p.client_id and m.id = p.message_id and m.from_me
     and (m.status <> 'ERROR' or ${ERROR_CODE} = 'OUTCOME_UNKNOWN')
   where p.client_id = $1 order by p.created_at`,
)

/**
 * Flows keep out of a chat from when a message that a person wrote there is out. That flows are to be notified is
 * stored with the message before it is handed over, and removed when they were or the message was certainly not sent.
 * So whatever happens in between, the next owner of the client notifies them.
 */
export class PersonSends {
  readonly #deps: PersonSendDeps
  readonly #clientId: string

  constructor(deps: PersonSendDeps, clientId: string) {
    this.#deps = deps
    this.#clientId = clientId
  }

  /** Settles a message that a person wrote. Never throws: a failed notification of flows does not undo the send. */
  async settle(messageId: string, written: WrittenByPerson, reply: SendReply): Promise<void> {
    const isNotified = reply.kind === 'failed' || (await this.#notify(reply.key.remoteJid, written))
    if (isNotified) await this.#forget([messageId])
  }

  /** What a process that died left behind, once its messages were settled. Never throws. */
  async settleLeft(): Promise<void> {
    try {
      const left = await this.#deps.db.query(READ_LEFT, [this.#clientId])
      const done: string[] = []
      for (const { messageId, chat, by, ...rest } of left) {
        const written = by === null ? rest : { ...rest, by: toActorOfSender(by) }
        if (chat === null || (await this.#notify(chat, written))) done.push(messageId)
      }
      if (done.length > 0) await this.#forget(done)
    } catch (err) {
      this.#deps.log.error({ err, clientId: this.#clientId }, 'messages of people could not be told to flows')
    }
  }

  async #notify(contactJid: string, written: WrittenByPerson): Promise<boolean> {
    try {
      await this.#deps.personWrote?.(this.#clientId, contactJid, written)
      return true
    } catch (err) {
      this.#deps.log.error({ err, clientId: this.#clientId }, 'flows could not be told that a person wrote')
      return false
    }
  }

  async #forget(messageIds: readonly string[]): Promise<void> {
    await this.#deps.db.query(FORGET, [this.#clientId, messageIds]).catch((err: unknown) => {
      this.#deps.log.warn({ err, clientId: this.#clientId }, 'messages of people are told to flows once more')
    })
  }
}
