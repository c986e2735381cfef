import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CruiseResult } from './import-coverage.ts'

const ROOT = join(import.meta.dirname, '..')
const TOOL = join(ROOT, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs')

/** Runs dependency-cruiser with our rules over `folders` of the project in `cwd`. */
export async function cruise(cwd: string, folders: readonly string[]): Promise<CruiseResult> {
  const args = [TOOL, '--config', join(ROOT, '.dependency-cruiser.cjs'), '--output-type', 'json', ...folders]
  const options = { cwd, maxBuffer: 256 * 1024 * 1024 }
  const { stdout } = await promisify(execFile)(process.execPath, args, options).catch(
    // Violations make the tool exit with their number; the answer is on stdout all the same.
    (error: Error & { stdout?: string }) => {
      if (!error.stdout?.startsWith('{')) throw error
      return { stdout: error.stdout }
    },
  )
  return JSON.parse(stdout) as CruiseResult
}
