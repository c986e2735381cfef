import type { OpenAPI } from '@orpc/contract'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import type { GeneratedFiles } from './files.ts'

const FOLDER = 'packages/client/src/generated'
const HEAD = '/** Written by `node scripts/generate-client.ts` from the contract; do not edit. */\n'

interface Operation {
  'x-scope'?: string
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> }
}

interface NamedOperation {
  name: string
  post: Operation
}

const isRead = ({ post }: NamedOperation): boolean => /:read$|^any$/.test(post['x-scope'] ?? '')

const isKeyed = ({ post }: NamedOperation): boolean =>
  'idempotencyKey' in (post.requestBody?.content['application/json']?.schema.properties ?? {})

function toSet(name: string, comment: string, chosen: readonly NamedOperation[]): string {
  const lines = chosen.map((operation) => `  '${operation.name}',\n`).join('')
  return `\n/** ${comment} */\nexport const ${name}: ReadonlySet<string> = new Set([\n${lines}])\n`
}

/** The parts of the client that are made from the contract. */
export async function buildClientFiles(document: OpenAPI.Document): Promise<GeneratedFiles> {
  const read = JSON.parse(JSON.stringify(document)) as { paths: Record<string, { post?: Operation }> }
  const operations = Object.entries(read.paths).flatMap(([path, { post }]) =>
    post ? [{ name: path.slice(1).replaceAll('/', '.'), post }] : [],
  )
  const types = astToString(await openapiTS(read as unknown as OpenAPI3))
  const keyed = 'Operations whose effect a key names: with the same one it is had once.'
  return {
    [`${FOLDER}/openapi.ts`]: `${HEAD}\n${types}`,
    [`${FOLDER}/repeatable.ts`]:
      HEAD +
      toSet('READS', 'Operations that change nothing.', operations.filter(isRead)) +
      toSet('KEYED', keyed, operations.filter(isKeyed)),
  }
}
