import { buildExchangeSchemaFile } from './generators/exchange-schema.ts'
import { keepFiles } from './generators/files.ts'

/** Writes the JSON Schema of the exchange format; `--check` as in `keepFiles`. */
keepFiles(buildExchangeSchemaFile())
