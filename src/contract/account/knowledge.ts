import { z } from 'zod'
import { problemText } from '../../core/input/input-problem.ts'
import {
  COLLECTION_NAME,
  FOUND_BY,
  KNOWLEDGE_PROBLEMS,
  KNOWLEDGE_STATES,
  MAX_KNOWLEDGE_QUESTION_CHARS,
  MAX_KNOWLEDGE_RESULTS,
} from '../../core/knowledge.ts'
import { MODEL_NAME } from '../../core/model.ts'
import { FileBytes } from '../conversations/message.ts'
import { resourceId } from '../fields.ts'
import { defineOperation } from '../operation.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')

const collection = z
  .string()
  .regex(COLLECTION_NAME, problemText('NO_NAME_WITH_DASHES'))
  .describe('What documents are gathered under, as flows and searches name it.')

const title = z.string().trim().min(1).max(200)

/** A document or a page, as it is known before and after it was read. */
const Document = z.object({
  id: z.string(),
  collection: z.string(),
  title: z
    .string()
    .describe('As it was given; else as the document calls itself, else the name of its file.'),
  url: z.string().nullable().describe('Of a page; null: it is a file.'),
  fileName: z.string().nullable(),
  mimetype: z.string(),
  sizeBytes: z.number().describe('Of the file, or of the page as it was read last.'),
  state: z
    .enum(KNOWLEDGE_STATES)
    .describe('`failed` keeps what was read before; whether there is any, `pieces` says.'),
  problem: z
    .enum(KNOWLEDGE_PROBLEMS)
    .nullable()
    .describe('Why it could not be read; docs/knowledge.md has each.'),
  pieces: z.int().describe('Parts that are searched.'),
  chars: z.int().describe('Of the text that was read.'),
  embedded: z.int().describe('Pieces that are found by meaning too, where a model is chosen for it.'),
  refused: z.int().describe('Pieces of which the model’s server makes no vectors; words find them.'),
  createdAt: timestamp,
  readAt: timestamp.nullable(),
})

const amounts = z.object({ documents: z.int(), bytes: z.number(), pieces: z.int() })

const Place = {
  ordinal: z.int().describe('Which part of the document, from 0.'),
  text: z.string(),
  heading: z.string().nullable().describe('The headings above it, joined by ›.'),
  page: z.int().nullable().describe('Of a PDF, from 1.'),
  row: z.int().nullable().describe('Of a table, from 1.'),
}

const Piece = z.object(Place)

const Found = z.object({
  ...Place,
  documentId: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  collection: z.string(),
  score: z.number().describe('Higher is better; only within one answer.'),
  foundBy: z.enum(FOUND_BY).describe('Words that it shares with the question, its meaning, or both.'),
})

const Meaning = z
  .object({
    model: z.string().nullable().describe('The embedding model; null: documents are found by words alone.'),
    dimensions: z.int().nullable().describe('Numbers in each vector; null: there are none so far.'),
    embedded: z.int().describe('Pieces that have a vector.'),
    refused: z.int().describe('Pieces of which its server makes none.'),
    waiting: z.int().describe('Pieces that are still to be embedded.'),
    problem: z
      .object({ code: z.string().describe('For example TIMEOUT or LIMIT_DAY.'), message: z.string() })
      .nullable()
      .describe('Why the model gave no vectors the last time; it is tried again, within an hour at most.'),
  })
  .describe('How documents are found by meaning.')

const SearchUsage = z
  .object({
    model: z.string(),
    inputTokens: z.int().nullable(),
    cost: z.number().nullable(),
    durationMs: z.number(),
    problem: z
      .string()
      .nullable()
      .describe('Why only words were looked for, for example TIMEOUT or NOT_EMBEDDED; null: meaning too.'),
  })
  .describe('What it took to look for the question’s meaning.')

export const knowledge = {
  list: defineOperation({
    name: 'knowledge.list',
    summary: 'List the documents and pages kept as knowledge, newest first',
    scope: 'knowledge:read',
    reach: 'account',
    effect: 'reads',
    extension: true,
    input: z.strictObject({
      collection: collection.optional(),
      search: z.string().max(200).optional().describe('Part of a title, whatever its case and accents.'),
      cursor: resourceId.optional().describe('`nextCursor` of the page before.'),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    output: z.object({
      documents: z.array(Document),
      nextCursor: z.string().nullable(),
      collections: z.array(z.string()).describe('All that have documents.'),
      used: amounts,
      limits: amounts.describe('By the plan of the account.'),
      meaning: Meaning,
    }),
  }),
  add: defineOperation({
    name: 'knowledge.add',
    summary: 'Keep a document as knowledge',
    description:
      'PDF, DOCX, HTML, Markdown, CSV or text, up to 16 MiB. It is read after the answer: `state` says how far it is. A file that is kept already is answered as it is.',
    scope: 'knowledge:write',
    reach: 'account',
    effect: 'writes',
    extension: true,
    body: 'files',
    input: z.strictObject({
      file: FileBytes,
      fileName: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .optional()
        .describe('With its ending, by which texts, tables and Markdown are told apart.'),
      title: title.optional(),
      collection: collection.default('general'),
    }),
    output: Document,
  }),
  addUrl: defineOperation({
    name: 'knowledge.addUrl',
    summary: 'Keep a web page as knowledge',
    description:
      'The page, or the document at this address, is fetched after the answer; `knowledge.refresh` fetches it again. Addresses inside private networks are refused.',
    scope: 'knowledge:write',
    reach: 'account',
    effect: 'writes',
    extension: true,
    input: z.strictObject({
      url: z
        .string()
        .trim()
        .max(2_000)
        .regex(/^https?:\/\/[^\s/?#]+[^\s]*$/, problemText('NO_ADDRESS')),
      title: title.optional(),
      collection: collection.default('general'),
    }),
    output: Document,
  }),
  get: defineOperation({
    name: 'knowledge.get',
    summary: 'Read a document’s state and what was read from it',
    scope: 'knowledge:read',
    reach: 'account',
    effect: 'reads',
    extension: true,
    input: z.strictObject({
      id: resourceId,
      from: z.int().min(0).default(0).describe('The first piece to answer.'),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    output: z.object({ document: Document, pieces: z.array(Piece) }),
  }),
  refresh: defineOperation({
    name: 'knowledge.refresh',
    summary: 'Read a page again, or a file that could not be read',
    description:
      'What was read before stays until it is replaced. One that is being read is answered as it is.',
    scope: 'knowledge:write',
    reach: 'account',
    effect: 'writes',
    extension: true,
    input: z.strictObject({ id: resourceId }),
    output: Document,
  }),
  remove: defineOperation({
    name: 'knowledge.remove',
    summary: 'Remove a document with all that was read from it',
    scope: 'knowledge:write',
    reach: 'account',
    effect: 'destroys',
    extension: true,
    input: z.strictObject({ id: resourceId }),
    output: z.object({ success: z.boolean() }),
  }),
  setModel: defineOperation({
    name: 'knowledge.setModel',
    summary: 'Choose the embedding model by which documents are found, or none',
    description:
      'A model of the kind `embedding` (`models.set`). All pieces are embedded by it after the answer, and anew when another model is chosen or this one is changed. Choosing it again tries again what failed. Null: vectors are removed, and words alone find.',
    scope: 'knowledge:write',
    reach: 'account',
    effect: 'writes',
    usesSecrets: true,
    extension: true,
    input: z.strictObject({
      model: z.string().regex(MODEL_NAME, problemText('NO_NAME_WITH_DASHES')).nullable(),
    }),
    output: Meaning,
  }),
  search: defineOperation({
    name: 'knowledge.search',
    summary: 'Find the pieces of documents that answer a question',
    description:
      'By its words, whatever their case, accents and endings; misspelt words are taken for those that are near. By its meaning too, where a model is chosen (`knowledge.setModel`); without an answer of that within 3 seconds by words alone.',
    scope: 'knowledge:read',
    reach: 'account',
    effect: 'reads',
    extension: true,
    input: z.strictObject({
      question: z.string().trim().min(1).max(MAX_KNOWLEDGE_QUESTION_CHARS),
      collections: z.array(collection).min(1).max(50).optional().describe('Left out: all of them.'),
      limit: z.number().int().min(1).max(MAX_KNOWLEDGE_RESULTS).default(5),
    }),
    output: z.object({
      pieces: z.array(Found),
      meaning: SearchUsage.nullable().describe('Null: no model is chosen for it.'),
    }),
  }),
}
