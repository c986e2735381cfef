import { refusal } from '../../core/errors.ts'
import { type Statement, statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

/** What has a label; `messageId` is empty for the chat itself. */
interface PlaceRow {
  chat: string
  labelId: string
  messageId: string
}

type Part = keyof PlaceRow
type Asked = Exclude<Part, 'messageId'>

/** In the order of the list. */
const PARTS: readonly Part[] = ['chat', 'labelId', 'messageId']
const COLUMNS: Readonly<Record<Part, string>> = {
  chat: 'w.chat',
  labelId: 'w.label_id',
  messageId: 'w.message_id',
}

interface Page {
  asked: readonly Asked[]
  /** By these it goes on. */
  open: readonly Part[]
  stated: Statement<PlaceRow>
}

/** $1 client, then what is asked for, the rest of the place after which the page begins, and how many. */
function pageOf(name: string, asked: readonly Asked[]): Page {
  const rest = PARTS.filter((part) => !asked.some((one) => one === part))
  // A chat stands before its messages with an empty id, and nothing is before that: the label says where the list begins.
  const open: readonly Part[] = rest.length > 1 ? rest : ['labelId', ...rest]
  const columns = open.map((part) => COLUMNS[part]).join(', ')
  const after = open.map((_, at) => `$${asked.length + 2 + at}`).join(', ')
  const isAsked = asked.map((part, at) => `and ${COLUMNS[part]} = $${at + 2}`).join(' ')
  const stated = statement<PlaceRow>(
    name,
    `select w.label_id as "labelId", w.chat, w.message_id as "messageId" from whatsapp_labelled w
     where w.client_id = $1 ${isAsked} and (${columns}) > (${after}) and exists (
       select from whatsapp_label l where l.client_id = w.client_id and l.id = w.label_id and not l.is_deleted)
     order by ${columns} limit $${asked.length + open.length + 2}`,
  )
  return { asked, open, stated }
}

/** Each a stretch of the primary key, or of `whatsapp_labelled_by_label` where the label is asked for. */
export const PLACE_PAGES = {
  all: pageOf('whatsapp_label_places', []),
  ofChat: pageOf('whatsapp_label_places_of_chat', ['chat']),
  ofLabel: pageOf('whatsapp_label_places_of_label', ['labelId']),
  ofBoth: pageOf('whatsapp_label_places_of_both', ['labelId', 'chat']),
} as const

function pageFor({ labelId, chat }: Pick<Wanted, Asked>): Page {
  if (labelId === undefined) return chat === undefined ? PLACE_PAGES.all : PLACE_PAGES.ofChat
  return chat === undefined ? PLACE_PAGES.ofLabel : PLACE_PAGES.ofBoth
}

const toCursor = (row: PlaceRow): string =>
  Buffer.from(JSON.stringify(PARTS.map((part) => row[part]))).toString('base64url')

function readCursor(cursor: string): PlaceRow | null {
  try {
    const [chat, labelId, messageId] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    const isPlace = typeof chat === 'string' && typeof labelId === 'string' && typeof messageId === 'string'
    return isPlace ? { chat, labelId, messageId } : null
  } catch {
    return null
  }
}

interface Wanted {
  clientId: string
  labelId?: string | undefined
  /** Canonical. */
  chat?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** What has labels of an account, a page of it. */
export async function listPlaces(db: Executor, { clientId, limit, cursor, ...wanted }: Wanted) {
  const from = cursor === undefined ? { chat: '', labelId: '', messageId: '' } : readCursor(cursor)
  if (!from) throw refusal('BAD_REQUEST', 'PLACE_UNKNOWN', { list: 'pages' }, { path: 'cursor' })
  const { asked, open, stated } = pageFor(wanted)
  const values = [...asked.map((part) => wanted[part]), ...open.map((part) => from[part])]
  const found = await db.query(stated, [clientId, ...values, limit + 1])
  const places = found.slice(0, limit)
  const last = places.at(-1)
  return {
    places: places.map(({ labelId, chat, messageId }) => ({
      labelId,
      jid: chat,
      messageId: messageId || null,
    })),
    nextCursor: last && found.length > limit ? toCursor(last) : null,
  }
}
