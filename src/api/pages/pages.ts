import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { OpenAPI } from '@orpc/contract'
import { API_PREFIX } from '../../contract/operation.ts'
import { generateOpenApi } from '../document/openapi.ts'
import { answerJson, answerText } from '../http/answer.ts'
import {
  REFERENCE_ASSETS as ASSETS,
  arrangeForReaders,
  REFERENCE_DOCUMENT,
  REFERENCE_HTML,
  REFERENCE_SCRIPT,
  REFERENCE_STYLE,
} from './reference-page.ts'

/** Answers GET and HEAD of one path. */
export type Page = (req: IncomingMessage, res: ServerResponse) => Promise<void> | void

const HTML = 'text/html; charset=utf-8'
const CSS = 'text/css; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'

/** Nothing is loaded from anywhere but this service, and nobody may frame the pages. */
const CSP_BASE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const HOME_CSP = `${CSP_BASE}; style-src 'self'`
const REFERENCE_CSP = `${CSP_BASE}; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'`

const HOME_STYLE = `body{font:16px/1.6 system-ui,sans-serif;max-width:38rem;margin:15vh auto;padding:0 1.5rem;color:#1c2430;background:#fbfaf8}
h1{font-size:2rem;letter-spacing:-.02em;margin:0 0 .5rem}a{color:#0b6e4f}
@media(prefers-color-scheme:dark){body{color:#e6e9ee;background:#12161c}a{color:#5fd0a5}}`

const HOME = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley</title><link rel="stylesheet" href="/assets/home.css"></head>
<body><main><h1>Parley</h1>
<p>Messaging automation: accounts paired by QR, an API for other systems, and flows that answer contacts.</p>
<p><a href="${API_PREFIX}">API reference</a> · <a href="${API_PREFIX}/spec.json">OpenAPI document</a></p>
</main></body></html>
`

function html(text: string, csp: string): Page {
  return (req, res) => {
    res.setHeader('content-security-policy', csp)
    answerText(req, res, HTML, text)
  }
}

/** Reads a file of the reference page's library once, when it is first asked for. */
function vendorFile(name: string, type: string): Page {
  let file: Promise<Buffer> | undefined
  return async (req, res) => {
    const path = createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`)
    file ??= readFile(path)
    res.setHeader('cache-control', 'public, max-age=3600')
    answerText(req, res, type, await file)
  }
}

function specPage(arrange: (document: OpenAPI.Document) => OpenAPI.Document = (document) => document): Page {
  let text: Promise<string> | undefined
  return async (req, res) => {
    text ??= generateOpenApi().then((document) => JSON.stringify(arrange(document)))
    answerText(req, res, 'application/json', await text)
  }
}

/** What stands in the way of a service, and whether it can do its work all the same. */
export interface HealthReport {
  readiness(): Promise<{ isReady: boolean; problems: readonly object[] }>
  /** What is known without asking anybody. */
  liveness(): readonly object[]
}

const nothingWrong: HealthReport = {
  readiness: async () => ({ isReady: true, problems: [] }),
  liveness: () => [],
}

const withProblems = (status: string, problems: readonly object[]): object =>
  problems.length === 0 ? { status } : { status, problems }

/** The bodies of `/health` and `/ready`; the first is 200 as long as there is somebody to answer. */
export function createHealthAnswers({ readiness, liveness }: HealthReport) {
  return {
    health: () => ({ status: 200, body: withProblems('ok', liveness()) }),
    async ready() {
      const { isReady, problems } = await readiness()
      const status = isReady ? 200 : 503
      return { status, body: withProblems(isReady ? 'ready' : 'not ready', problems) }
    },
  }
}

/** The pages of the HTTP app itself, by exact path. */
export function createPages(deps: { health?: HealthReport }): ReadonlyMap<string, Page> {
  const answers = createHealthAnswers(deps.health ?? nothingWrong)
  return new Map<string, Page>([
    ['/', html(HOME, HOME_CSP)],
    ['/assets/home.css', (req, res) => answerText(req, res, CSS, HOME_STYLE)],
    [
      '/health',
      (req, res) => {
        const { status, body } = answers.health()
        answerJson(req, res, status, body)
      },
    ],
    [
      '/ready',
      async (req, res) => {
        const { status, body } = await answers.ready()
        answerJson(req, res, status, body)
      },
    ],
    [API_PREFIX, html(REFERENCE_HTML, REFERENCE_CSP)],
    [`${API_PREFIX}/spec.json`, specPage()],
    [REFERENCE_DOCUMENT, specPage(arrangeForReaders)],
    [`${ASSETS}/reference.css`, (req, res) => answerText(req, res, CSS, REFERENCE_STYLE)],
    [`${ASSETS}/reference.js`, (req, res) => answerText(req, res, SCRIPT, REFERENCE_SCRIPT)],
    [`${ASSETS}/swagger-ui-bundle.js`, vendorFile('swagger-ui-bundle.js', SCRIPT)],
    [`${ASSETS}/swagger-ui.css`, vendorFile('swagger-ui.css', CSS)],
  ])
}
