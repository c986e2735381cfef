import { generateOpenApi } from '../src/api/document/openapi.ts'
import { keepFiles } from './generators/files.ts'
import { buildCollectionFile } from './generators/openapi.ts'

/** Writes the collection of requests; `--check` as in `keepFiles`. */
keepFiles(buildCollectionFile(await generateOpenApi()))
