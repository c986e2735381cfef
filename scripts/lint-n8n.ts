import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const FOLDER = path.resolve('packages/n8n')

/** n8n's rules look at a file by its name; these are the names that the build gives. */
const NAMES: Readonly<Record<string, string>> = {
  'credentials.ts': 'credentials/ParleyApi.credentials.ts',
  'parley-node.ts': 'nodes/Parley/Parley.node.ts',
  'trigger-node.ts': 'nodes/ParleyTrigger/ParleyTrigger.node.ts',
}

interface Linter {
  lintText(text: string, options: { filePath: string }): Promise<{ messages: Message[] }[]>
}

interface Message {
  line: number
  message: string
  ruleId: string | null
}

async function openLinter(): Promise<Linter> {
  const file = path.join(FOLDER, 'node_modules/eslint/lib/api.js')
  const { ESLint } = (await import(pathToFileURL(file).href)) as {
    ESLint: new (options: { cwd: string }) => Linter
  }
  return new ESLint({ cwd: FOLDER })
}

/** Holds the nodes to n8n's own rules; `npm ci` in `packages/n8n` has to have been run. */
const linter = await openLinter()
for (const name of readdirSync(path.join(FOLDER, 'src')).filter((file) => file.endsWith('.ts'))) {
  const text = readFileSync(path.join(FOLDER, 'src', name), 'utf8')
  const filePath = path.join(FOLDER, 'src', NAMES[name] ?? name)
  for (const { messages } of await linter.lintText(text, { filePath })) {
    for (const { line, message, ruleId } of messages) {
      console.error(`packages/n8n/src/${name}:${line} ${ruleId}: ${message}`)
      process.exitCode = 1
    }
  }
}
