import { AT } from './answered-resources.ts'
import { EXAMPLE_IDS } from './ids.ts'

const { documentId } = EXAMPLE_IDS
const MIB = 1024 ** 2

const file = {
  id: documentId,
  collection: 'shop',
  title: 'hours.txt',
  url: null,
  fileName: 'hours.txt',
  mimetype: 'text/plain',
  sizeBytes: 13,
  state: 'ready',
  problem: null,
  pieces: 1,
  chars: 13,
  embedded: 1,
  refused: 0,
  createdAt: AT,
  readAt: AT,
}
const waiting = { ...file, state: 'waiting', pieces: 0, chars: 0, embedded: 0, readAt: null }
const page = {
  ...waiting,
  title: 'https://example.com/delivery',
  url: 'https://example.com/delivery',
  fileName: null,
  mimetype: 'text/html',
  sizeBytes: 0,
}
const meaning = { model: 'embedding', dimensions: 1_024, embedded: 1, refused: 0, waiting: 0, problem: null }
const piece = { ordinal: 0, text: 'We open at 8.', heading: null, page: null, row: null }

/** Answers about documents that are kept as knowledge, by operation. */
export const KNOWLEDGE_ANSWERS = {
  'knowledge.list': {
    documents: [file],
    nextCursor: null,
    collections: ['shop'],
    used: { documents: 1, bytes: 13, pieces: 1 },
    limits: { documents: 100, bytes: 100 * MIB, pieces: 5_000 },
    meaning,
  },
  'knowledge.add': waiting,
  'knowledge.addUrl': page,
  'knowledge.get': { document: file, pieces: [piece] },
  'knowledge.refresh': page,
  'knowledge.remove': { success: true },
  'knowledge.setModel': meaning,
  'knowledge.search': {
    pieces: [
      {
        ...{ ...piece, documentId, title: 'hours.txt', url: null, collection: 'shop' },
        ...{ score: 0.033, foundBy: 'both' },
      },
    ],
    meaning: { model: 'embedding', inputTokens: 6, cost: null, durationMs: 84, problem: null },
  },
}
