import type { IncomingMessage, ServerResponse } from 'node:http'
import { createHealthAnswers, type HealthReport } from '../../api/index.ts'

type Page = (req: IncomingMessage, res: ServerResponse) => Promise<void> | void

const ELSEWHERE = { message: 'A worker answers /health, /ready and /metrics. The API is at "parley api".' }

/** The pages of a process without an API: whether it lives, whether it can work. */
export function createProbeApp(health: HealthReport, metrics: Page) {
  const answers = createHealthAnswers(health)
  async function find(path: string): Promise<{ status: number; body: object }> {
    if (path === '/health') return answers.health()
    return path === '/ready' ? await answers.ready() : { status: 404, body: ELSEWHERE }
  }
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const path = (req.url ?? '/').split('?', 1)[0] ?? '/'
    if (path === '/metrics') return void (await metrics(req, res))
    const { status, body } = await find(path)
    res.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    res.end(JSON.stringify(body))
  }
}
