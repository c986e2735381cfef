import { buildExchangeSchema } from '../../src/core/flow/exchange/schema.ts'
import type { GeneratedFiles } from './files.ts'

/** The JSON Schema of the exchange format. */
export function buildExchangeSchemaFile(): GeneratedFiles {
  return { 'docs/flow-exchange.schema.json': `${JSON.stringify(buildExchangeSchema(), null, 2)}\n` }
}
