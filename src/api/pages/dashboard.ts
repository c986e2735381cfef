import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { answerText } from '../http/answer.ts'
import type { Page } from './pages.ts'

/** The built dashboard: its files, and its one document for every path that people may open in it. */
export interface Dashboard {
  /** The page for a GET of `urlPath`, or undefined when the path is not the dashboard's. */
  find(urlPath: string, req: IncomingMessage): Page | undefined
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.zip': 'application/zip',
}
const COMPRESSED = new Set(['.html', '.js', '.css', '.json', '.svg', '.wasm'])

/** Styles may stand in the page because dialogs measure and place themselves; scripts may not. */
const buildCsp = (framedBy: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(' ')}`,
  ].join('; ')

/** Where links lead by which somebody without an account links their phone: the only page that others may frame. */
const PAIRING_PAGE = '/pair'

/** A worker goes by what its own file says. The one that runs scripts needs its interpreter, and no more than that. */
const WORKER_CSP = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

const compress = promisify(gzip)

interface Loaded {
  plain: Buffer
  gzipped: Buffer | null
}

const acceptsGzip = (req: IncomingMessage): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(String(req.headers['accept-encoding'] ?? ''))

function createFilePage(file: string, cacheControl: string, framedBy: readonly string[] = []): Page {
  const extension = path.extname(file)
  const type = TYPES[extension] ?? 'application/octet-stream'
  let loading: Promise<Loaded> | undefined

  async function load(): Promise<Loaded> {
    const plain = await readFile(file)
    return { plain, gzipped: COMPRESSED.has(extension) ? await compress(plain) : null }
  }

  return async (req: IncomingMessage, res: ServerResponse) => {
    loading ??= load()
    loading.catch(() => {
      loading = undefined
    })
    const { plain, gzipped } = await loading
    res.setHeader('cache-control', cacheControl)
    if (extension === '.html') {
      res.setHeader('content-security-policy', buildCsp(framedBy))
      // The older header knows no list, and browsers that know both go by the policy.
      if (framedBy.length > 0) res.removeHeader('x-frame-options')
      res.setHeader('permissions-policy', 'camera=(), microphone=(self), geolocation=()')
    }
    if (extension === '.js') res.setHeader('content-security-policy', WORKER_CSP)
    if (gzipped) res.setHeader('vary', 'accept-encoding')
    const isZipped = gzipped !== null && acceptsGzip(req)
    if (isZipped) res.setHeader('content-encoding', 'gzip')
    answerText(req, res, type, isZipped ? gzipped : plain)
  }
}

const isNavigation = (req: IncomingMessage): boolean =>
  (req.method === 'GET' || req.method === 'HEAD') && String(req.headers.accept ?? '').includes('text/html')

/**
 * Serves the files of a build, kept in memory once asked for. Files whose names carry a hash are immutable; the
 * document is asked for anew each time, so that a new version is seen at the next load.
 * @param directory of the build
 * @param files relative to it, with `/`
 * @param embedOrigins whose pages may frame the page of pairing links
 */
export function createDashboard(
  directory: string,
  files: readonly string[],
  embedOrigins: readonly string[] = [],
): Dashboard {
  const pages = new Map(
    files.map((file) => {
      const cacheControl = file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
      return [`/${file}`, createFilePage(path.join(directory, file), cacheControl)]
    }),
  )
  const index = path.join(directory, 'index.html')
  const document = createFilePage(index, 'no-cache')
  const pairing = createFilePage(index, 'no-cache', embedOrigins)
  return {
    find(urlPath, req) {
      if (urlPath === '/') return document
      if (urlPath === PAIRING_PAGE) return pairing
      const file = pages.get(urlPath)
      if (file) return file
      const isOwn = !urlPath.startsWith('/api/') && !urlPath.startsWith('/assets/')
      return isOwn && urlPath !== '/health' && urlPath !== '/ready' && isNavigation(req)
        ? document
        : undefined
    },
  }
}
