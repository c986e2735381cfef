import type { ProxyFailure } from '../core/client/proxy-failure.ts'

/** A way to the network through a proxy: one proxy is its host, port and user. */
export interface ProxyRoute {
  id: string
  protocol: 'http' | 'https' | 'socks5'
  host: string
  port: number
  user: string
  password: string
  /** Chosen by the client's owner and not by an operator: it must lie in the public network. */
  isOwn: boolean
}

/**
 * What a proxy did wrong. `unreachable` (refused, or its name is not known), `refuses_credentials`, `refuses_target`,
 * `no_answer` and `no_proxy` are certainly its own doing. `no_route` may be this machine's, `target_unreachable` and
 * `media` the network's: only other proxies that work meanwhile show whose it is.
 */
export type ProxyFault =
  | 'unreachable'
  | 'no_route'
  | 'refuses_credentials'
  | 'refuses_target'
  | 'no_answer'
  | 'no_proxy'
  | 'target_unreachable'
  | 'media'

/** Something failed because of a proxy. `message` is for the log: `words` renders the failure. Neither names a password. */
export class ProxyError extends Error {
  readonly fault: ProxyFault
  readonly failure: ProxyFailure

  constructor(fault: ProxyFault, failure: ProxyFailure, options?: ErrorOptions) {
    super(`${failure.code} ${JSON.stringify(failure.params)}`, options)
    this.name = 'ProxyError'
    this.fault = fault
    this.failure = failure
  }
}

/** How a failure names a proxy: never with its user or password. */
export const nameOf = ({ protocol, host, port }: ProxyRoute): string => `${protocol}://${host}:${port}`

export const lateFailureOf = (route: ProxyRoute): ProxyFailure => ({
  code: 'LATE',
  params: { proxy: nameOf(route) },
})

/** How a client's connections find their way; asked anew for every attempt, so that a moved client goes the new way. */
export interface ProxyAccess {
  /** Null goes directly. When it rejects, nothing is opened: traffic never goes around a proxy. */
  choose(): Promise<ProxyRoute | null>
  /** The proxy kept the connection from coming about. */
  failed(route: ProxyRoute, error: ProxyError): Promise<void>
  /** The network answered through it. */
  worked(route: ProxyRoute): Promise<void>
}
