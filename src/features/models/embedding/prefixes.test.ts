import { expect, test } from 'vitest'
import { findPrefixes } from './prefixes.ts'

test('models that were trained with words before each text get them, whoever serves them', () => {
  for (const id of ['intfloat/multilingual-e5-large', 'e5-base-v2', 'multilingual-e5-small:latest'])
    expect(findPrefixes(id)).toEqual({ question: 'query: ', document: 'passage: ' })
  for (const id of ['nomic-embed-text', 'nomic-embed-text:v1.5', 'nomic-ai/nomic-embed-text-v1.5'])
    expect(findPrefixes(id).document).toBe('search_document: ')
  expect(findPrefixes('BAAI/bge-small-en-v1.5').question).toMatch(/^Represent this sentence/)
  expect(findPrefixes('snowflake-arctic-embed:335m').question).toMatch(/^Represent this sentence/)
  for (const id of ['snowflake-arctic-embed2', 'Snowflake/snowflake-arctic-embed-l-v2.0'])
    expect(findPrefixes(id).question).toBe('query: ')
})

test('others get none', () => {
  for (const id of [
    ...['text-embedding-3-small', 'mistral-embed', 'gemini-embedding-001', 'BAAI/bge-m3', 'all-minilm', ''],
    ...['multilingual-e5-large-instruct', 'qwen3-embedding', 'my-e5-base'],
  ])
    expect([id, findPrefixes(id)]).toEqual([id, { question: '', document: '' }])
})
