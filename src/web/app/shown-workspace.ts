import { ORPCError } from '@orpc/client'
import { WORKSPACE_HEADER } from '../../contract/start-info.ts'

/** They are about leaving the workspace that is shown, so they do not name it. */
const LEAVING = new Set(['workspaces.enter', 'workspaces.join', 'workspaces.create'])

/** What the service refuses calls with that name another workspace than the session's. */
export const WORKSPACE_LEFT = 'WORKSPACE_LEFT'

/**
 * The workspace that this page shows: the one of the first answer it got. Each later call names it, so a page never acts in
 * another one when the session, which all tabs share, was taken elsewhere.
 */
class ShownWorkspace {
  readonly known: Promise<string>
  readonly #resolve: (id: string) => void
  #id: string | null = null

  constructor() {
    const { promise, resolve } = Promise.withResolvers<string>()
    this.known = promise
    this.#resolve = resolve
  }

  get id(): string | null {
    return this.#id
  }

  name(request: Request, operation: string): Request {
    if (this.#id !== null && !LEAVING.has(operation)) request.headers.set(WORKSPACE_HEADER, this.#id)
    return request
  }

  /** A call that was asked before the workspace was known may have been answered in another one. */
  note(response: Response, operation: string): Response {
    const id = response.headers.get(WORKSPACE_HEADER)
    if (id === null || LEAVING.has(operation)) return response
    if (this.#id === null) {
      this.#id = id
      this.#resolve(id)
    }
    if (response.ok && id !== this.#id)
      throw new ORPCError('CONFLICT', { status: 409, data: { reason: WORKSPACE_LEFT } })
    return response
  }
}

export const shownWorkspace = new ShownWorkspace()
