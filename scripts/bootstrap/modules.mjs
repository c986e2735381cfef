import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { ensureNpm, runNpm } from './npm.mjs'
import { report } from './report.mjs'

/** @param {string} path */
function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/**
 * What `node_modules` must have been installed from: the lock file, for this platform and this Node's major version.
 * @param {string} lockText
 * @param {string} nodeVersion
 */
export function buildStamp(lockText, nodeVersion) {
  const major = Number.parseInt(nodeVersion.replace(/^v/, ''), 10)
  return createHash('sha256')
    .update(`${process.platform} ${process.arch} ${major}\n${lockText}`)
    .digest('hex')
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[] }} LockedPackage
 * @typedef {{ platform: string, arch: string }} Machine
 */

/**
 * @param {string[] | undefined} allowed npm's `os` or `cpu` list, with `!` for "not"
 * @param {string} actual
 */
function isAllowed(allowed, actual) {
  if (!allowed?.length) return true
  if (allowed.includes(`!${actual}`)) return false
  const named = allowed.filter((entry) => !entry.startsWith('!'))
  return named.length === 0 || named.includes(actual)
}

/**
 * Whether what npm says it installed is what the lock file asks for on this machine. Lets a `node_modules` that
 * somebody installed by hand be used as it is.
 * @param {string} lockText
 * @param {string} installedText `node_modules/.package-lock.json`
 * @param {Machine} machine
 * @param {(path: string) => boolean} exists whether a package folder is really there
 */
export function isInstalled(lockText, installedText, machine, exists) {
  /** @type {Record<string, LockedPackage>} */
  const locked = JSON.parse(lockText).packages ?? {}
  /** @type {Record<string, LockedPackage>} */
  const installed = JSON.parse(installedText).packages ?? {}
  for (const [path, wanted] of Object.entries(locked)) {
    if (path === '' || !isAllowed(wanted.os, machine.platform) || !isAllowed(wanted.cpu, machine.arch))
      continue
    const found = installed[path]
    // Builds for another C library are optional and have no `os`/`cpu` of their own to tell by.
    if (!found && wanted.optional) continue
    if (found?.version !== wanted.version || found?.integrity !== wanted.integrity || !exists(path))
      return false
  }
  return Object.keys(installed).every((path) => path in locked)
}

/**
 * Makes `node_modules` match the lock file. Reads two small files and touches no network when it already does.
 * @param {{ root: string, runtimeDir: string, node: string, nodeVersion: string }} project
 * @returns {Promise<void>}
 */
export async function ensureModules({ root, runtimeDir, node, nodeVersion }) {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const stampPath = join(root, 'node_modules', '.parley-stamp')
  const stamp = buildStamp(lockText, nodeVersion)
  if (readText(stampPath) === stamp) return
  await withLock(runtimeDir, async () => {
    if (readText(stampPath) === stamp) return
    const installedPath = join(root, 'node_modules', '.package-lock.json')
    const installedText = readText(installedPath)
    const exists = (/** @type {string} */ path) => existsSync(join(root, path, 'package.json'))
    const isReady = installedText !== null && isInstalled(lockText, installedText, process, exists)
    if (!isReady) {
      report('installing the packages of package-lock.json (about a minute the first time)')
      // Gone first, so that an install killed half-way is never taken for a complete one.
      rmSync(stampPath, { force: true })
      rmSync(installedPath, { force: true })
      const npm = await ensureNpm(node, runtimeDir)
      await runNpm(npm, ['ci'], { cwd: root, runtimeDir, purpose: 'installing the packages' })
    }
    writeFileSync(stampPath, stamp)
  })
}
