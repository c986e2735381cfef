import { generateOpenApi } from '../src/api/document/openapi.ts'
import { keepFiles } from './generators/files.ts'
import { buildOpenApiFile } from './generators/openapi.ts'

/** Writes docs/openapi.json from the contract; `--check` as in `keepFiles`. */
keepFiles(buildOpenApiFile(await generateOpenApi()))
