/** What is put before a text, by what it is for. */
export interface Prefixes {
  question: string
  document: string
}

const NONE: Prefixes = { question: '', document: '' }
const PASSAGES = 'Represent this sentence for searching relevant passages: '

/**
 * Models that were trained with words before each text, by how their ids begin once owner and tag are taken off; as their cards say:
 * intfloat/e5 and multilingual-e5 ("query: ", "passage: "), nomic-ai/nomic-embed-text ("search_query: ", "search_document: "),
 * BAAI/bge (en, v1.5), mixedbread-ai/mxbai-embed-large and Snowflake/snowflake-arctic-embed (a sentence before the question; version 2:
 * "query: "), google/embeddinggemma ("task: search result | query: ", "title: none | text: "). Instructions that a person chooses
 * (e5-*-instruct, Qwen3) and bge-m3, which wants nothing, are left out.
 */
const KNOWN: readonly (readonly [RegExp, Prefixes])[] = [
  [/^(multilingual-)?e5-(?!.*instruct)/, { question: 'query: ', document: 'passage: ' }],
  [/^nomic-embed-text/, { question: 'search_query: ', document: 'search_document: ' }],
  [/^bge-(small|base|large)-en/, { question: PASSAGES, document: '' }],
  [/^mxbai-embed-large/, { question: PASSAGES, document: '' }],
  [/^snowflake-arctic-embed(2|-.*v2)/, { question: 'query: ', document: '' }],
  [/^snowflake-arctic-embed/, { question: PASSAGES, document: '' }],
  [/^embeddinggemma/, { question: 'task: search result | query: ', document: 'title: none | text: ' }],
]

export function findPrefixes(modelId: string): Prefixes {
  const name = modelId.toLowerCase().split('/').at(-1) ?? ''
  return KNOWN.find(([begins]) => begins.test(name))?.[1] ?? NONE
}
