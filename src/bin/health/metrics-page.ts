import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OwnNames } from '../../api/index.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { isSameSecret } from '../../platform/secrets.ts'

const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/

/** Behind a proxy every caller looks like this machine, so one that was forwarded does not. */
function isOwnMachine(req: IncomingMessage): boolean {
  const isForwarded = 'x-forwarded-for' in req.headers || 'forwarded' in req.headers
  return !isForwarded && LOOPBACK.test(req.socket.remoteAddress ?? '')
}

/** With a token it does not matter under which name the page was asked for: a page that was led here knows none. */
function isAllowed(req: IncomingMessage, token: string | undefined, names: OwnNames): boolean {
  if (token === undefined) return isOwnMachine(req) && names.refuse(req) === undefined
  return isSameSecret(req.headers.authorization ?? '', `Bearer ${token}`)
}

/** The process's measurements for Prometheus. They name clients and load, so not everybody may read them. */
export function createMetricsPage(metrics: Metrics, token: string | undefined, names: OwnNames) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (!isAllowed(req, token, names)) {
      res.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' })
      res.end(
        'Only this machine may read the metrics, or who sends METRICS_TOKEN as "Authorization: Bearer …".\n',
      )
      return
    }
    const text = await metrics.render()
    res.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' })
    res.end(text)
  }
}
