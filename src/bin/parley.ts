import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { shrinkBufferPool } from '../platform/process/buffer-pool.ts'

/**
 * Stripping the types and compiling takes most of a start: what came of it is kept beside the program, where nobody but
 * its owner writes, and used while the sources stay the same. Where that cannot be written, each start compiles anew.
 */
enableCompileCache(path.join(import.meta.dirname, '../../.runtime/compile-cache'))

shrinkBufferPool()

const { runCli } = await import('./cli.ts')

process.exitCode = await runCli(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
})
