import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { generateOpenApi } from '../src/api/document/openapi.ts'

const FOLDER = 'packages/client/src/generated'
const HEAD = '/** Written by `node scripts/generate-client.ts` from the contract; do not edit. */\n'

interface Operation {
  'x-scope'?: string
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> }
}

const document = JSON.parse(JSON.stringify(await generateOpenApi())) as {
  paths: Record<string, { post?: Operation }>
}

const operations = Object.entries(document.paths).flatMap(([path, { post }]) =>
  post ? [{ name: path.slice(1).replaceAll('/', '.'), post }] : [],
)

const isRead = ({ post }: { post: Operation }): boolean => /:read$|^any$/.test(post['x-scope'] ?? '')

const isKeyed = ({ post }: { post: Operation }): boolean =>
  'idempotencyKey' in (post.requestBody?.content['application/json']?.schema.properties ?? {})

function toSet(name: string, comment: string, chosen: typeof operations): string {
  const lines = chosen.map((operation) => `  '${operation.name}',\n`).join('')
  return `\n/** ${comment} */\nexport const ${name}: ReadonlySet<string> = new Set([\n${lines}])\n`
}

const wanted = new Map([
  [`${FOLDER}/openapi.ts`, `${HEAD}\n${astToString(await openapiTS(document as unknown as OpenAPI3))}`],
  [
    `${FOLDER}/repeatable.ts`,
    HEAD +
      toSet('READS', 'Operations that change nothing.', operations.filter(isRead)) +
      toSet(
        'KEYED',
        'Operations whose effect a key names: with the same one it is had once.',
        operations.filter(isKeyed),
      ),
  ],
])

/** Writes the generated parts of the client; with `--check` it only says whether the kept ones are fresh. */
for (const [path, text] of wanted) {
  if (!process.argv.includes('--check')) writeFileSync(path, text)
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`${path} is stale`)
    process.exitCode = 1
  }
}
