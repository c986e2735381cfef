import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'
import type { IndexedPiece } from './search/lexemes.ts'

export interface PieceRow {
  ordinal: number
  body: string
  heading: string | null
  page: number | null
  row: number | null
}

/** As much goes to the database at a time. */
const PIECES_AT_ONCE = 500
const WORDS_AT_ONCE = 5_000

const PLACE = 'p.ordinal, p.body, p.heading, p.page, p.first_row as "row"'

/** Over the index `knowledge_piece_by_document`. */
const LIST = statement<PieceRow>(
  'knowledge_list_pieces',
  `select ${PLACE} from knowledge_piece p where p.document_id = $1 and p.user_id = $2 and p.ordinal >= $3
   order by p.ordinal limit $4`,
)

const INSERT = statement<never>(
  'knowledge_insert_pieces',
  `insert into knowledge_piece (document_id, user_id, ordinal, body, heading, page, first_row, words)
   select $1, $2, * from unnest($3::int[], $4::text[], $5::text[], $6::int[], $7::int[], $8::text[]::tsvector[])`,
)

/** How many pieces of a document hold each word. What stands before a word ends at the first colon. */
const COUNT_WORDS_OF = statement<{ word: string; pieces: number }>(
  'knowledge_count_words_of',
  `select split_part(w.lexeme, ':', 2) as word, count(*)::int as pieces
   from knowledge_piece p cross join lateral unnest(p.words) w where p.document_id = $1 group by 1`,
)

const DELETE = statement<never>(
  'knowledge_delete_pieces',
  'delete from knowledge_piece where document_id = $1',
)

const ADD_WORDS = statement<never>(
  'knowledge_add_words',
  `insert into knowledge_word as w (user_id, word, pieces) select $1, * from unnest($2::text[], $3::int[])
   on conflict (user_id, word) do update set pieces = w.pieces + excluded.pieces`,
)

const TAKE_WORDS = statement<never>(
  'knowledge_take_words',
  `update knowledge_word w set pieces = w.pieces - taken.pieces from unnest($2::text[], $3::int[]) taken(word, pieces)
   where w.user_id = $1 and w.word = taken.word`,
)

const DROP_WORDS = statement<never>(
  'knowledge_drop_words',
  'delete from knowledge_word where user_id = $1 and word = any($2::text[]) and pieces <= 0',
)

type Counts = readonly (readonly [word: string, pieces: number])[]

async function inParts<T>(items: readonly T[], size: number, work: (part: readonly T[]) => Promise<unknown>) {
  for (let at = 0; at < items.length; at += size) await work(items.slice(at, at + size))
}

function countWords(pieces: readonly IndexedPiece[]): Counts {
  const counts = new Map<string, number>()
  for (const { words } of pieces) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts]
}

const columns = (counts: Counts) =>
  [counts.map(([word]) => word), counts.map(([, pieces]) => pieces)] as const

/** All of this runs in a transaction that holds the owner's lock. */
export const pieceStore = {
  list: (db: Executor, documentId: string, userId: string, from: number, limit: number) =>
    db.query(LIST, [documentId, userId, from, limit]),

  /** Takes a document's pieces out, and its words out of the list of words. */
  async clear(tx: Executor, documentId: string, userId: string): Promise<void> {
    const counted = await tx.query(COUNT_WORDS_OF, [documentId])
    const counts = counted.map(({ word, pieces }) => [word, pieces] as const)
    await tx.query(DELETE, [documentId])
    await inParts(counts, WORDS_AT_ONCE, async (part) => {
      await tx.query(TAKE_WORDS, [userId, ...columns(part)])
      await tx.query(DROP_WORDS, [userId, part.map(([word]) => word)])
    })
  },

  async add(
    tx: Executor,
    documentId: string,
    userId: string,
    pieces: readonly IndexedPiece[],
  ): Promise<void> {
    const numbered = pieces.map((piece, ordinal) => ({ ...piece, ordinal }))
    await inParts(numbered, PIECES_AT_ONCE, (part) =>
      tx.query(INSERT, [
        ...[documentId, userId, part.map(({ ordinal }) => ordinal), part.map(({ body }) => body)],
        ...[part.map(({ heading }) => heading), part.map(({ page }) => page), part.map(({ row }) => row)],
        part.map(({ vector }) => vector),
      ]),
    )
    await inParts(countWords(pieces), WORDS_AT_ONCE, (part) =>
      tx.query(ADD_WORDS, [userId, ...columns(part)]),
    )
  },
}
