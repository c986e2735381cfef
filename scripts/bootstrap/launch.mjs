import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildEnv } from './runtime.mjs'

/** Names the pipe by which a launched process notices that its launcher was killed. */
const LAUNCHER_FD = 'PARLEY_LAUNCHER_FD'

/**
 * Runs `file` in this process, as if it had been started directly with `args`.
 * @param {string} file
 * @param {string[]} args
 */
export async function runHere(file, args) {
  process.argv.splice(1, process.argv.length, file, ...args)
  Object.assign(process.env, buildEnv(process.execPath))
  await import(pathToFileURL(file).href)
}

/**
 * Runs `file` on another Node and ends as it ends. Signals reach it, its input and output are ours, and when this
 * process is killed outright the other one is asked to stop.
 * @param {string} node
 * @param {string} file
 * @param {string[]} args
 */
export function runOn(node, file, args) {
  const child = spawn(node, [join(fileURLToPath(import.meta.url), '..', 'child.mjs'), file, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...buildEnv(node), [LAUNCHER_FD]: '3' },
  })
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGUSR2']
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    // A terminal sends Ctrl-C to both of us; passing it on as well would count as pressing it twice.
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    child.kill(signal)
  }
  for (const signal of signals) process.on(signal, forward)
  child.once('error', (error) => {
    process.stderr.write(
      `parley: ${node} could not be started (${error.message}); remove .runtime and start again\n`,
    )
    process.exit(1)
  })
  child.once('exit', (code, signal) => {
    for (const name of signals) process.removeListener(name, forward)
    if (signal) process.kill(process.pid, signal)
    else process.exit(code ?? 1)
  })
}

/**
 * Started by npm: asks this process to stop once npm's shell is gone. npm passes SIGTERM to that shell only, which
 * ends without passing it on, so without this `npm start` would end and the service would stay.
 */
export function watchNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 300)
  timer.unref()
}

/** In the launched process: stop when the launcher is gone. Descendants do not inherit this. */
export function watchLauncher() {
  const fd = process.env[LAUNCHER_FD]
  delete process.env[LAUNCHER_FD]
  if (!fd) return
  const pipe = new Socket({ fd: Number(fd), readable: true, writable: false })
  pipe.on('error', () => {})
  pipe.once('close', () => process.kill(process.pid, 'SIGTERM'))
  pipe.resume()
  pipe.unref()
}
