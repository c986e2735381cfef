import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { zipSync } from 'fflate'
import { build } from 'vite'
import { buildManifest } from '../../../packages/passkey-extension/src/manifest.ts'
import { buildLocales } from '../../../packages/passkey-extension/src/texts.ts'

const FOLDER = path.join(import.meta.dirname, '../../../packages/passkey-extension')
/** Each is a script of its own, as browsers load them one by one, and not as modules. */
const SCRIPTS = ['background', 'bridge', 'signer', 'help']
/** The same sources always give the same bytes; the earliest date that a zip can tell. */
const FILE_TIME = new Date(1980, 0, 1)

/** What people download; its name in the dashboard is `EXTENSION_FILE` of the page that links to it. */
export const EXTENSION_FILE = 'parley-passkey-extension.zip'

/** Readable, as whoever is asked to install it may want to read it, and the browsers' stores do. */
async function bundle(name: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry: path.join(FOLDER, 'src', `${name}.ts`), formats: ['iife'], name: 'parley' },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  const chunks = outputs.flatMap((output) => ('output' in output ? output.output : []))
  const [chunk] = chunks
  if (chunks.length !== 1 || chunk?.type !== 'chunk') throw new Error(`${name} did not become one script`)
  return chunk.code
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(path.join(FOLDER, 'package.json'), 'utf8')) as {
    version: string
  }
  return version
}

function readStatic(): Map<string, Uint8Array> {
  const directory = path.join(FOLDER, 'static')
  const files = globSync('**/*', { cwd: directory, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name)
      return [path.relative(directory, file).replaceAll('\\', '/'), readFileSync(file)]
    }),
  )
}

/** The files of the extension by their paths in it; the same for Chrome and Firefox. */
async function buildExtensionFiles(): Promise<Map<string, Uint8Array>> {
  const texts = new Map([
    ['manifest.json', `${JSON.stringify(buildManifest(readVersion()), null, 2)}\n`],
    ...buildLocales(),
  ])
  for (const name of SCRIPTS) texts.set(`${name}.js`, await bundle(name))
  const encoder = new TextEncoder()
  return new Map([
    ...[...texts].map(([name, text]) => [name, encoder.encode(text)] as const),
    ...readStatic(),
  ])
}

/**
 * Writes the browser extension as one file, `EXTENSION_FILE`, into a folder that is there or is made.
 * @returns the path of the file
 */
export async function buildExtension(directory: string): Promise<string> {
  const files = [...(await buildExtensionFiles())].sort(([a], [b]) => (a < b ? -1 : 1))
  const zip = zipSync(Object.fromEntries(files), { mtime: FILE_TIME, level: 9 })
  mkdirSync(directory, { recursive: true })
  const file = path.join(directory, EXTENSION_FILE)
  writeFileSync(file, zip)
  return file
}
