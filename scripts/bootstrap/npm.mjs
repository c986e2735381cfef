import { spawn } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, constants as osConstants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { noteWorker } from './lock.mjs'
import { BootstrapError, report } from './report.mjs'

/** Version and checksum are pinned together: a package with other bytes is refused. */
const NPM = {
  name: 'npm',
  version: '11.21.2',
  integrity:
    'sha512-7HPApk+AflMUavSseL1Pm6CnYqMIHk53x+KmuhqmTDqPkjPMgxIpTPcTqsE91EKNw4gFBJV9fnXiSdGm1DXq9A==',
}

/** Older ones refuse our lock file: they want optional peers in it that newer ones leave out. */
const OLDEST_NPM_FOR_OUR_LOCK = 11

/**
 * @typedef {{ node: string, cli: string, major: number }} Npm a way to run npm: `node cli ...`
 * @typedef {{ name: string, version: string, integrity: string }} PinnedPackage
 */

/** @param {string} cli */
function readNpmMajor(cli) {
  try {
    const manifest = JSON.parse(readFileSync(join(dirname(cli), '..', 'package.json'), 'utf8'))
    return manifest.name === 'npm' ? Number.parseInt(manifest.version, 10) : 0
  } catch {
    return 0
  }
}

/**
 * Finds the npm of this machine: the one that started us, the one beside this Node, or the one on PATH.
 * @returns {Npm}
 */
export function findNpm() {
  const nodeDir = dirname(realpathSync(process.execPath))
  const candidates = [
    process.env.npm_execpath,
    join(nodeDir, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(nodeDir, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    ...(process.env.PATH ?? '').split(delimiter).map((dir) => join(dir, 'npm')),
    ...(process.env.PATH ?? '')
      .split(delimiter)
      .map((dir) => join(dir, 'node_modules', 'npm', 'bin', 'npm-cli.js')),
  ]
  for (const candidate of candidates) {
    if (!candidate || !existsSync(candidate)) continue
    const cli = realpathSync(candidate)
    const major = cli.endsWith('.js') ? readNpmMajor(cli) : 0
    if (major > 0) return { node: process.execPath, cli, major }
  }
  throw new BootstrapError(
    'npm was not found; install it together with Node.js (https://nodejs.org) and start again',
  )
}

/**
 * Whether npm can keep its cache in `dir`: the nearest folder that exists must be writable.
 * @param {string} dir
 * @returns {boolean}
 */
function isWritable(dir) {
  if (!existsSync(dir)) return dirname(dir) !== dir && isWritable(dirname(dir))
  try {
    accessSync(dir, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The environment for npm. Where the home folder is missing or read-only, npm's cache moves into `.runtime`.
 * @param {string} runtimeDir
 */
function buildNpmEnv(runtimeDir) {
  const env = { ...process.env }
  // Set by the npm that started us; they name its own folders and must not steer the npm we start.
  for (const name of ['npm_config_prefix', 'npm_config_local_prefix', 'npm_config_global_prefix'])
    delete env[name]
  const cache = env.npm_config_cache ?? join(homedir(), '.npm')
  if (!isWritable(cache) || !isWritable(join(cache, '_cacache', 'tmp')))
    env.npm_config_cache = join(runtimeDir, 'npm-cache')
  return env
}

/** @param {string} output */
function explainNpmFailure(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ENETUNREACH|EHOSTUNREACH/.test(output)) {
    return 'the package registry cannot be reached: connect this machine, or point npm at a mirror (npm config set registry ...), and start again'
  }
  if (/ENOSPC/.test(output)) return 'the disk is full: free about 1 GB and start again'
  if (/EACCES|EPERM|EROFS/.test(output))
    return 'a folder is not writable: run as the owner of this folder, or clone it to one you own'
  return 'npm gave up; its own words are above'
}

/**
 * Runs npm quietly; what it says is shown only when it fails.
 * @param {Npm} npm
 * @param {string[]} args
 * @param {{ cwd: string, runtimeDir: string, purpose: string }} options
 * @returns {Promise<void>}
 */
export function runNpm(npm, args, { cwd, runtimeDir, purpose }) {
  return new Promise((resolve, reject) => {
    // Everything is pinned by checksum, so what npm has in its cache is as good as the registry's.
    const flags = [
      '--no-audit',
      '--no-fund',
      '--no-update-notifier',
      '--loglevel=error',
      '--ignore-scripts',
      '--prefer-offline',
    ]
    const child = spawn(npm.node, [npm.cli, ...args, ...flags, `--prefix=${cwd}`], {
      cwd,
      env: buildNpmEnv(runtimeDir),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (child.pid) noteWorker(runtimeDir, child.pid)
    let output = ''
    const collect = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk.toString()).slice(-20_000)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      child.kill(signal)
      process.exit(128 + osConstants.signals[signal])
    }
    /** @type {NodeJS.Signals[]} */
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.once(signal, stop)
    child.once('error', (cause) =>
      reject(new BootstrapError(`${purpose}: npm could not be started (${cause.message})`, { cause })),
    )
    child.once('close', (code) => {
      for (const signal of signals) process.removeListener(signal, stop)
      if (code === 0) return resolve()
      process.stderr.write(output)
      reject(new BootstrapError(`${purpose} failed: ${explainNpmFailure(output)}`))
    })
  })
}

/**
 * Installs one pinned package into `.runtime` and returns its folder. It appears there complete or not at all.
 * @param {Npm} npm
 * @param {PinnedPackage} wanted
 * @param {string} runtimeDir
 * @returns {Promise<string>}
 */
export async function installPinned(npm, wanted, runtimeDir) {
  const target = join(runtimeDir, `${wanted.name}-${wanted.version}`)
  if (existsSync(target)) return join(target, 'node_modules', wanted.name)
  mkdirSync(runtimeDir, { recursive: true })
  const temporary = mkdtempSync(join(runtimeDir, 'installing-'))
  try {
    writeFileSync(join(temporary, 'package.json'), '{"private":true}\n')
    const spec = `${wanted.name}@${wanted.version}`
    await runNpm(npm, ['install', spec, '--no-save', '--no-package-lock'], {
      cwd: temporary,
      runtimeDir,
      purpose: `fetching ${spec}`,
    })
    const installed = JSON.parse(readFileSync(join(temporary, 'node_modules', '.package-lock.json'), 'utf8'))
    const integrity = installed.packages?.[`node_modules/${wanted.name}`]?.integrity
    if (integrity !== wanted.integrity) {
      throw new BootstrapError(
        `${spec} from the registry has other contents than expected (${integrity}); it was not used. Check which registry npm is set to`,
      )
    }
    // A temporary folder is private; other users of a shared checkout run this one too.
    chmodSync(temporary, 0o755)
    renameSync(temporary, target)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
  return join(target, 'node_modules', wanted.name)
}

/**
 * An npm that accepts our lock file: this machine's, or a newer one kept in `.runtime` and run on `node`.
 * @param {string} node path of the Node that runs a fetched npm
 * @param {string} runtimeDir
 * @returns {Promise<Npm>}
 */
export async function ensureNpm(node, runtimeDir) {
  const found = findNpm()
  if (found.major >= OLDEST_NPM_FOR_OUR_LOCK) return found
  report(
    `this machine's npm ${found.major} is older than our lock file needs; fetching npm ${NPM.version} for this project only`,
  )
  const dir = await installPinned(found, NPM, runtimeDir)
  return { node, cli: join(dir, 'bin', 'npm-cli.js'), major: Number.parseInt(NPM.version, 10) }
}
