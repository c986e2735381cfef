import type { SearchUsage } from '../../../core/conversation/flow-event.ts'
import type { FoundBy } from '../../../core/knowledge.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { AskedIn } from '../meaning/embedding-port.ts'
import type { Meaning } from '../meaning/meaning.ts'
import { ownerMark, toLexeme } from './lexemes.ts'
import { mergeRanks } from './merge.ts'
import { findNearestWord, type KnownWord, SHORTEST_MENDED } from './nearest-word.ts'
import { isEmptyWord, readWords } from './words.ts'

export interface AskedKnowledge {
  userId: string
  question: string
  /** Null: all of them. */
  collections: readonly string[] | null
  limit: number
  /** In what conversation; absent: in none. */
  askedIn?: AskedIn | undefined
  signal?: AbortSignal | undefined
}

/** A piece that was found, with the document it is of and its place there. */
export interface FoundPiece {
  id: string
  documentId: string
  title: string
  url: string | null
  collection: string
  ordinal: number
  body: string
  heading: string | null
  page: number | null
  row: number | null
  score: number
  foundBy: FoundBy
}

export interface FoundKnowledge {
  /** The best first. */
  pieces: FoundPiece[]
  /** What looking by meaning took; null: no model is chosen for it. */
  meaning: SearchUsage | null
}

type FoundByWords = Omit<FoundPiece, 'foundBy'>

/** Ranking costs more than finding, so no more are ranked (`npm run bench -- knowledge`). */
const MAX_RANKED = 2_000
const MAX_QUESTION_WORDS = 32
/** Words that are mended; each asks the list of words once. */
const MAX_MENDED = 4
/** A word that was mended says less than one that was written. */
const MENDED_WEIGHT = 0.6

/** By the primary key. */
const READ_WORDS = statement<KnownWord>(
  'knowledge_read_words',
  'select word, pieces from knowledge_word where user_id = $1 and word = any($2::text[])',
)

const COUNT_PIECES = statement<{ pieces: number }>(
  'knowledge_count_pieces',
  'select coalesce(sum(pieces), 0)::int as pieces from knowledge_document where user_id = $1',
)

/** Words that could be meant: those that begin, or end, as the misspelt one does. Over the primary key. */
const LIST_SIMILAR = statement<KnownWord>(
  'knowledge_list_similar',
  `select word, pieces from knowledge_word
   where user_id = $1 and char_length(word) between char_length($2) - 2 and char_length($2) + 2
     and (left(word, 1) = left($2, 1) or right(word, 2) = right($2, 2))
   order by pieces desc limit 5000`,
)

/** $2 the words that find, $3 and $4 the words that rank, with their weights. Over the index `knowledge_piece_by_word`. */
const FIND = statement<FoundByWords>(
  'knowledge_find',
  `with found as materialized (
     select p.id, p.words from knowledge_piece p
     where p.user_id = $1 and p.words @@ $2::tsquery and ($5::text[] is null or exists (
       select from knowledge_document d where d.id = p.document_id and d.collection = any($5)))
     limit ${MAX_RANKED}
   ), ranked as (
     select f.id, (
       select sum(q.weight * ts_rank('{0.4, 0.5, 0.6, 0.8}', f.words, q.term::tsquery))
       from unnest($3::text[], $4::float8[]) q(term, weight)
     ) as score
     from found f order by score desc, f.id limit $6
   )
   select p.id::text, p.document_id as "documentId", d.title, d.url, d.collection, p.ordinal, p.body, p.heading, p.page,
     p.first_row as "row", r.score::float8 as score
   from ranked r join knowledge_piece p on p.id = r.id join knowledge_document d on d.id = p.document_id
   order by r.score desc, r.id`,
)

const READ_PIECES = statement<Omit<FoundByWords, 'score'>>(
  'knowledge_read_pieces',
  `select p.id::text, p.document_id as "documentId", d.title, d.url, d.collection, p.ordinal, p.body, p.heading, p.page,
     p.first_row as "row"
   from knowledge_piece p join knowledge_document d on d.id = p.document_id
   where p.id = any($2::bigint[]) and p.user_id = $1`,
)

/** Of each kind: enough that a piece far down in both lists can still rise. */
const MERGED = 30

interface Term {
  word: string
  pieces: number
  weight: number
}

/** The pieces of one account that answer a question best: by their words, and by their meaning where a model is chosen for it. */
export async function searchKnowledge(
  db: Executor,
  meaning: Pick<Meaning, 'find'> | null,
  asked: AskedKnowledge,
): Promise<FoundKnowledge> {
  const { userId, limit } = asked
  const near = meaning ? meaning.find(asked, MERGED) : Promise.resolve(null)
  const [words, found] = await Promise.all([
    searchByWords(db, { ...asked, limit: meaning ? Math.max(MERGED, limit) : limit }),
    near,
  ])
  const usage = found?.usage ?? null
  if (!found || found.hits.length === 0) {
    const pieces = words.slice(0, limit).map((piece) => ({ ...piece, foundBy: 'words' as const }))
    return { pieces, meaning: usage }
  }
  const merged = mergeRanks(
    words.map(({ id }) => id),
    found.hits.map(({ id }) => String(id)),
  ).slice(0, limit)
  const rows = await db.query(READ_PIECES, [userId, merged.map(({ id }) => id)])
  const known = new Map(rows.map((row) => [row.id, row]))
  const pieces = merged.flatMap(({ id, score, foundBy }) => {
    const row = known.get(id)
    return row ? [{ ...row, score, foundBy }] : []
  })
  return { pieces, meaning: usage }
}

async function searchByWords(
  db: Executor,
  { userId, question, collections, limit }: AskedKnowledge,
): Promise<FoundByWords[]> {
  const words = chooseWords(question)
  if (words.length === 0) return []
  const total = (await db.queryOne(COUNT_PIECES, [userId]))?.pieces ?? 0
  if (total === 0) return []
  const terms = await weighWords(db, userId, words, total)
  if (terms.length === 0) return []
  const mark = ownerMark(userId)
  const finding = chooseFinding(terms).map(({ word }) => toLexeme(mark, word))
  return db.query(FIND, [
    ...[userId, finding.join(' | ')],
    ...[terms.map(({ word }) => toLexeme(mark, word)), terms.map(({ weight }) => weight)],
    ...[collections, limit],
  ])
}

/** Without those that say nothing, unless there are no others. */
function chooseWords(question: string): string[] {
  const all = [...new Set(readWords(question))]
  const telling = all.filter((word) => !isEmptyWord(word))
  return (telling.length > 0 ? telling : all).slice(0, MAX_QUESTION_WORDS)
}

/** The rarer a word, the more it says. A word that nobody wrote is taken for the one that was most likely meant. */
async function weighWords(
  db: Executor,
  userId: string,
  words: readonly string[],
  total: number,
): Promise<Term[]> {
  const known = new Map((await db.query(READ_WORDS, [userId, words])).map((row) => [row.word, row]))
  const weigh = (pieces: number) => Math.log(1 + (total - pieces + 0.5) / (pieces + 0.5))
  const terms: Term[] = [...known.values()].map(({ word, pieces }) => ({
    word,
    pieces,
    weight: weigh(pieces),
  }))
  const unknown = words.filter(
    (word) => !known.has(word) && word.length >= SHORTEST_MENDED && !/\p{N}/u.test(word),
  )
  for (const word of unknown.slice(0, MAX_MENDED)) {
    const meant = findNearestWord(word, await db.query(LIST_SIMILAR, [userId, word]))
    if (meant && !known.has(meant.word)) terms.push({ ...meant, weight: MENDED_WEIGHT * weigh(meant.pieces) })
  }
  return terms
}

/** The rarest words, as many as lead to no more pieces than are ranked; at least one. */
function chooseFinding(terms: readonly Term[]): Term[] {
  const [first, ...others] = terms.toSorted((a, b) => a.pieces - b.pieces)
  if (!first) return []
  const chosen = [first]
  let sum = first.pieces
  for (const term of others) {
    sum += term.pieces
    if (sum > MAX_RANKED) break
    chosen.push(term)
  }
  return chosen
}
