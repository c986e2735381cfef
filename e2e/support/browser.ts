import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const RUNTIME_DIR = join(import.meta.dirname, '..', '..', '.runtime')
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
/**
 * Keeps the browser from calling its maker; what a test needs is on this machine, also a microphone of its own. Scripts run as they
 * are first compiled: no page of a journey lives long enough to earn back what it costs to compile them better.
 */
const ARGS = [
  '--js-flags=--no-maglev,--no-opt',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** How to launch a Chromium, in the form Playwright takes. */
export interface BrowserLaunch {
  executablePath: string
  args: string[]
  env?: Record<string, string>
}

/**
 * Unpacks the Chromium that came with `node_modules`, together with the system libraries it needs, so that it runs
 * for an ordinary user on a bare machine. Appears complete or not at all.
 */
async function unpackChromium(target: string): Promise<void> {
  mkdirSync(RUNTIME_DIR, { recursive: true })
  const temporary = mkdtempSync(join(RUNTIME_DIR, 'unpacking-'))
  const before = process.env.TMPDIR
  // The package unpacks into the temporary folder, and its libraries only where it believes to be on this platform.
  Object.assign(process.env, { TMPDIR: temporary, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' })
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    await chromium.executablePath()
    chmodSync(temporary, 0o755)
    chmodSync(join(temporary, 'chromium'), 0o755)
    renameSync(temporary, target)
  } catch (error) {
    // Another process may have been faster; its copy is as good.
    if (!existsSync(target)) throw error
  } finally {
    delete process.env.AWS_LAMBDA_JS_RUNTIME
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** `$CHROME`, an installed browser, or the one from `node_modules`. */
export async function findBrowser(): Promise<BrowserLaunch> {
  const chosen = process.env.CHROME
  if (chosen && !existsSync(chosen))
    throw new Error(`CHROME is ${chosen}, and there is no such file; correct it or unset it`)
  const installed = chosen || INSTALLED.find((path) => existsSync(path))
  if (installed) return { executablePath: installed, args: ARGS }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('no Chromium was found; install Chromium or Chrome, or set CHROME to the path of one')
  }
  const dir = join(RUNTIME_DIR, 'chromium-147.0.0')
  if (!existsSync(dir)) await unpackChromium(dir)
  const libraries = join(dir, 'al2023', 'lib')
  const path = process.env.LD_LIBRARY_PATH
  return {
    executablePath: join(dir, 'chromium'),
    args: ARGS,
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: path ? `${libraries}:${path}` : libraries,
      ...(!existsSync('/etc/fonts') && { FONTCONFIG_PATH: join(dir, 'fonts') }),
    },
  }
}
