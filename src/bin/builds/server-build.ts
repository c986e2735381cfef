import { globSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { BuiltFrom } from './built-from.ts'

/**
 * Builds the server's program into the folder given, and prints the hash of its sources: `cli.mjs`, a file for each thread, and
 * what these share, with the packages in it. Its own process, so that what a build needs of memory is gone afterwards.
 */
const outDir = process.argv[2]
if (outDir === undefined) throw new Error('say where the server is to be built')
const ROOT = path.join(import.meta.dirname, '../../..')

/** Taken from `node_modules` when they are asked for: they have machine code, or are asked for by `createRequire` as well. */
const APART = ['sharp', 'libsignal']
/** Asked for by packages in a try, for what Parley does not use. Where they are installed, they would only make it larger. */
const UNUSED = ['typescript', 'jimp', 'link-preview-js', 'pg-native', 'bufferutil', 'utf-8-validate']

const PROGRAMS = ['src/bin/cli.ts', ...globSync('{src,sandbox}/**/*-thread.ts', { cwd: ROOT })]

const builtFrom = new BuiltFrom(ROOT)

/** Reads what the program is made of, and notes it. */
const reads: Plugin = {
  name: 'reads',
  load: {
    filter: { id: /^[^\0]/ },
    handler: (id) => builtFrom.read(id).toString(),
  },
}

/** A file finds what lies beside it as it does from its own place; a thread finds its own program. */
const places: Plugin = {
  name: 'places',
  transform: {
    filter: { code: /import\.meta|__dirname|__filename/, id: /^[^\0]/ },
    handler(code, id) {
      const values = {
        'import.meta.url': pathToFileURL(id).href,
        'import.meta.dirname': path.dirname(id),
        'import.meta.filename': id,
        __dirname: path.dirname(id),
        __filename: id,
      }
      const threaded = code.replaceAll(
        /new URL\('\.\/([\w-]+-thread)\.ts', import\.meta\.url\)/g,
        "new URL('./$1.mjs', import.meta['url'])",
      )
      const placed = threaded.replaceAll(
        /(?<![.\w$])(?:import\.meta\.(?:url|dirname|filename)|__dirname|__filename)(?![\w$])/g,
        (name) => JSON.stringify(values[name as keyof typeof values]),
      )
      // Nothing moved to another line.
      return { code: placed, map: null }
    },
  },
}

const ENTRY = '\0entry:'

/** Each program shows its sources in stacks. */
const entries: Plugin = {
  name: 'entries',
  resolveId: {
    filter: { id: /^\0entry:/ },
    handler: (id) => id,
  },
  load: {
    filter: { id: /^\0entry:/ },
    handler(id) {
      const stacks = path.join(import.meta.dirname, 'source-stacks.ts')
      const program = JSON.stringify(path.join(ROOT, id.slice(ENTRY.length)))
      return `import { showSources } from ${JSON.stringify(stacks)}
        showSources(import.meta.url)
        import ${program}
        export * from ${program}`
    },
  },
}

const HTTP = '\0http'

/**
 * Node makes a module of its own `http` by reading all that it exports, among it what loads the whole of its `fetch`, which takes
 * 40 ms of processor time: asked for in this way, only what is used is read.
 */
const http: Plugin = {
  name: 'http',
  resolveId: {
    filter: { id: /^(?:node:)?http$/ },
    handler: () => HTTP,
  },
  load: {
    filter: { id: /^\0http$/ },
    handler: () => "module.exports = process.getBuiltinModule('node:http')",
  },
}

/** Names the file in `node_modules`, as a name would be looked for from where the build lies. */
const apart: Plugin = {
  name: 'apart',
  resolveId: {
    filter: { id: new RegExp(`^(?:${APART.join('|')})(?:/|$)`) },
    async handler(source, importer) {
      const found = await this.resolve(source, importer, { skipSelf: true })
      return found && { id: pathToFileURL(found.id).href, external: true }
    },
  },
}

const build = await rolldown({
  cwd: ROOT,
  platform: 'node',
  tsconfig: false,
  input: Object.fromEntries(PROGRAMS.map((program) => [path.basename(program, '.ts'), ENTRY + program])),
  external: UNUSED,
  plugins: [entries, apart, http, reads, places],
  onLog(level, log, show) {
    // Warnings are about packages, whose authors they are for.
    if (level !== 'warn') show(level, log)
  },
})
await build.write({
  dir: outDir,
  format: 'esm',
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
  comments: false,
  keepNames: true,
  sourcemap: 'hidden',
  sourcemapExcludeSources: true,
})
process.stdout.write(builtFrom.write(outDir))
