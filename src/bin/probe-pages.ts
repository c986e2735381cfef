import type { IncomingMessage, ServerResponse } from 'node:http'

type Page = (req: IncomingMessage, res: ServerResponse) => Promise<void> | void

/** Answers the status and the body; a rejection is answered as 503. */
type Probe = () => Promise<{ type: string; body: string }>

const json = (body: object): { type: string; body: string } => ({
  type: 'application/json',
  body: JSON.stringify(body),
})

/** The pages of a process without an API: whether it lives, whether it can work. */
export function createProbeApp(checkReady: () => Promise<void>, metrics: Page) {
  const pages: Readonly<Record<string, Probe>> = {
    '/health': async () => json({ status: 'ok' }),
    '/ready': async () => {
      await checkReady()
      return json({ status: 'ready' })
    },
  }
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const path = (req.url ?? '/').split('?', 1)[0] ?? '/'
    if (path === '/metrics') return void (await metrics(req, res))
    const page = pages[path]
    if (!page) {
      res.writeHead(404, { 'content-type': 'application/json' })
      res.end(
        JSON.stringify({
          message: 'A worker answers /health, /ready and /metrics. The API is at "parley api".',
        }),
      )
      return
    }
    try {
      const { type, body } = await page()
      res.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' })
      res.end(body)
    } catch {
      res.writeHead(503, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ status: 'not ready' }))
    }
  }
}
