import type { OpenAPI } from '@orpc/contract'
import { buildCollection } from '../collection.ts'
import type { GeneratedFiles } from './files.ts'

const writeJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** The document of the contract. */
export function buildOpenApiFile(document: OpenAPI.Document): GeneratedFiles {
  return { 'docs/openapi.json': writeJson(document) }
}

/** The collection of requests. */
export function buildCollectionFile(document: OpenAPI.Document): GeneratedFiles {
  return { 'docs/parley.postman_collection.json': writeJson(buildCollection(document)) }
}
