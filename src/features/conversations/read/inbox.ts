import { STATUS_ADDRESS } from '../../../core/addresses.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { StoredDetails } from './details.ts'
import {
  PAGE_COLUMNS,
  type PageQuery,
  type PageRow,
  pageStatements,
  readPageRows,
  toConversationMessage,
} from './pages.ts'

export interface QuotedMessage {
  id: string
  fromMe: boolean
  type: string
  text: string | null
  displayName: string | null
  isStatus: boolean
}

export interface MessageFile {
  id: string
  state: 'waiting' | 'stored' | 'failed' | 'gone'
  mimetype: string
  fileName: string | null
  sizeBytes: number | null
}

/** Who had the account send it. */
export interface MessageSender {
  kind: 'person' | 'key' | 'flow' | 'campaign' | 'phone'
  userId: string | null
  /** Null when what it was sent by is gone. */
  name: string | null
  campaignId?: string
}

interface InboxRow extends PageRow, Omit<StoredDetails, 'message'> {
  errorCode: string | null
  errorParams: Readonly<Record<string, unknown>> | null
  quoted: QuotedMessage | null
  file: MessageFile | null
  sender: MessageSender | null
}

export interface InboxEntry extends StoredDetails {
  errorCode: string | null
  errorParams: Readonly<Record<string, unknown>> | null
  quoted: QuotedMessage | null
  file: MessageFile | null
  sender: MessageSender | null
}

const named = (kind: MessageSender['kind'], name: string, userId = 'null'): string =>
  `jsonb_build_object('kind', '${kind}', 'userId', ${userId}, 'name', ${name})`

/** Campaigns write to people, so what no run stands for is of a flow there. */
const IN_GROUP = "p.chat like '%@g.us'"

/**
 * Of a message `p` of the account. Campaigns over campaign_person_of_message, which name the first message of a flow that they start
 * too, flows over outbox_message; the rest by primary keys.
 */
const SENDER = `case
    when not p.from_me then null
    when p.origin = 'phone' then ${named('phone', 'null')}
    when p.origin = 'flow' then coalesce(
      (select ${named('campaign', 'g.name')} || jsonb_build_object('campaignId', g.id)
       from campaign_person w join campaign g on g.id = w.campaign_id and g.client_id = p.client_id
       where w.message_id = p.id limit 1),
      (select case when o.flow_state_id is null and o.node_id is null and not ${IN_GROUP} then ${named('campaign', 'null')}
         else ${named('flow', 'f.name')} end
       from outbox o left join flow_state r on r.id = o.flow_state_id left join flow f on f.id = r.flow_id
       where o.client_id = p.client_id and o.message_id = p.id),
      ${named('flow', 'null')})
    when p.sent_by like 'user:%' then ${named(
      'person',
      `(select u.name from "user" u where u.id = substr(p.sent_by, 6))`,
      'substr(p.sent_by, 6)',
    )}
    when p.sent_by like 'human:%' then ${named(
      'person',
      '(select k.name from api_key k where k.id = substr(p.sent_by, 7)::uuid)',
    )}
    when p.sent_by like 'key:%' then ${named(
      'key',
      '(select k.name from api_key k where k.id = substr(p.sent_by, 5)::uuid)',
    )} end as sender`

/** The content of a text is its text; that of everything else is read from its bytes. */
const COLUMNS = `${PAGE_COLUMNS}, p.quoted_id as "quotedId", p.reactions, p.votes, p.edited_at as "editedAt",
    p.revoked_at as "revokedAt", p.error, p.error_code as "errorCode", p.error_params as "errorParams", case when p.type <> 'text' then p.bytes end as bytes,
    (select jsonb_build_object('id', f.id, 'state', f.state, 'mimetype', f.mimetype, 'fileName', f.file_name,
      'sizeBytes', f.size_bytes) from media f where f.message_seq = p.seq) as file,
    (select jsonb_build_object('id', q.id, 'fromMe', q.from_me, 'type', q.type, 'text', left(q.text, 300),
        'displayName', case when q.from_me then coalesce(own.push_name, own.phone_number)
          else coalesce(a.name, q.push_name, a.notify, '@' || a.username) end, 'isStatus', q.chat = '${STATUS_ADDRESS}')
      from message q left join contact a on a.client_id = q.client_id and a.id = coalesce(q.participant, q.chat)
      where q.client_id = p.client_id and q.id = p.quoted_id and q.chat in (p.chat, '${STATUS_ADDRESS}')
      order by q.chat = p.chat desc limit 1) as quoted, ${SENDER}`

/** Over message_page, as every page of a conversation; quotes over message_identity, files over media_of_message. */
const PAGE = pageStatements<InboxRow>('chat_inbox', COLUMNS)
const STARRED_PAGE = pageStatements<InboxRow>('chat_inbox_starred', COLUMNS, 'starred')

/** One page of a conversation, or of what is starred in it, with all that is shown of each message, newest first. */
export async function readInboxPage(
  db: Executor,
  { isStarred, ...query }: PageQuery & { isStarred: boolean },
): Promise<{ entries: InboxEntry[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await readPageRows(db, isStarred ? STARRED_PAGE : PAGE, query)
  const entries = rows.map((row) => ({ ...row, message: toConversationMessage(query.clientId, row) }))
  return { entries, nextCursor }
}
