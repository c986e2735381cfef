import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runHere, runOn, watchNpm } from './launch.mjs'
import { ensureModules } from './modules.mjs'
import { BootstrapError, report } from './report.mjs'
import { ensureNode } from './runtime.mjs'

export const PROJECT_ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/**
 * The Node to use, with `node_modules` installed for it.
 * @returns {Promise<string>}
 */
async function prepare() {
  const runtimeDir = join(PROJECT_ROOT, '.runtime')
  const node = await ensureNode(runtimeDir)
  await ensureModules({ root: PROJECT_ROOT, runtimeDir, node: node.path, nodeVersion: node.version })
  return node.path
}

/**
 * One sentence about why the machine could not be made ready.
 * @param {unknown} error
 */
function explain(error) {
  if (error instanceof BootstrapError) return error.message
  const { code, path, message } = /** @type {NodeJS.ErrnoException} */ (error)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return `${path ?? PROJECT_ROOT} cannot be written (${code}); run as its owner, or clone the project to a folder you own`
  }
  if (code === 'ENOSPC') return 'the disk is full; free about 1 GB and start again'
  if (code === 'ENOENT')
    return `${path} is missing; restore the project's files (git status shows what is gone) and start again`
  return `setting up failed unexpectedly: ${message}`
}

/**
 * Makes this machine ready, then runs `file` (relative to the project) on a Node that is new enough.
 * Ends with a sentence and exit code 1 when the machine cannot be made ready.
 * @param {string} file
 * @param {string[]} args
 */
export async function start(file, args) {
  watchNpm()
  /** @type {string} */
  let node
  try {
    node = await prepare()
  } catch (error) {
    report(explain(error))
    process.exitCode = 1
    return
  }
  const target = join(PROJECT_ROOT, file)
  if (node === process.execPath) await runHere(target, args)
  else runOn(node, target, args)
}
