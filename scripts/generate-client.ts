import { generateOpenApi } from '../src/api/document/openapi.ts'
import { buildClientFiles } from './generators/client.ts'
import { keepFiles } from './generators/files.ts'

/** Writes the generated parts of the client; `--check` as in `keepFiles`. */
keepFiles(await buildClientFiles(await generateOpenApi()))
