import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { shrinkBufferPool } from '../platform/process/buffer-pool.ts'
import { loadProgram } from './builds/program.ts'

/**
 * Compiling takes most of a start: what came of it is kept beside the program, where nobody but its owner writes, and used
 * while the program stays the same. Where that cannot be written, each start compiles anew.
 */
enableCompileCache(path.join(import.meta.dirname, '../../.runtime/compile-cache'))

shrinkBufferPool()

const args = process.argv.slice(2)
const { runCli } = await loadProgram(args[0])

process.exitCode = await runCli(args, {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
})
