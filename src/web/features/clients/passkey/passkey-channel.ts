/** Marks what is said with the browser extension; `packages/passkey-extension/src/messages.ts` has the other side. */
const CHANNEL = 'parley-passkey'

/** How it stands with the extension: a tab is open in which somebody is to sign, or why nothing was signed. */
const PROGRESS = ['opened', 'invalid', 'unreachable', 'closed', 'declined'] as const
export type ExtensionProgress = (typeof PROGRESS)[number]

interface PageEvent {
  source: unknown
  origin: string
  data: unknown
}

/** As much of the browser's window as it takes to speak with an extension in the same page. */
export interface PageWindow {
  readonly location: { readonly origin: string }
  addEventListener(name: 'message', listener: (event: PageEvent) => void): void
  removeEventListener(name: 'message', listener: (event: PageEvent) => void): void
  postMessage(message: unknown, origin: string): void
}

interface ChannelDeps {
  window: PageWindow
  /** What is to be signed at that moment. */
  readRequest(): { clientName: string; options: object }
  onProgress(progress: ExtensionProgress): void
  /** Answers whether this is something that was signed. */
  onSigned(assertion: unknown): boolean
}

interface Message {
  id: string
  kind: string
  reason?: unknown
  assertion?: unknown
}

function readMessage({ data }: PageEvent): Message | null {
  if (typeof data !== 'object' || data === null) return null
  const { channel, to, id, kind, ...rest } = data as Record<string, unknown>
  if (channel !== CHANNEL || to !== 'page' || typeof id !== 'string' || typeof kind !== 'string') return null
  return { id, kind, ...rest }
}

/**
 * Waits for the extension, which speaks first: it is let into a page by a press of its button there, and until then no page
 * can tell whether it is there. Only this very page is listened to and spoken to, and nothing secret is said.
 * @returns what ends it
 */
export function openPasskeyChannel({ window, readRequest, onProgress, onSigned }: ChannelDeps): () => void {
  /** Of the press that counts, which is the last one. */
  let current: string | null = null
  const post = (message: object) =>
    window.postMessage({ channel: CHANNEL, to: 'extension', id: current, ...message }, window.location.origin)

  function take({ id, kind, reason, assertion }: Message): void {
    if (kind === 'offer') {
      current = id
      post({ kind: 'ask', ...readRequest() })
      return
    }
    if (id !== current) return
    const progress = kind === 'ended' ? reason : kind
    const known = PROGRESS.find((name) => name === progress)
    if (known) onProgress(known)
    if (kind === 'signed' && onSigned(assertion)) post({ kind: 'taken' })
  }

  const listen = (event: PageEvent) => {
    const isHere = event.source === window && event.origin === window.location.origin
    const message = isHere ? readMessage(event) : null
    if (message) take(message)
  }
  window.addEventListener('message', listen)
  return () => window.removeEventListener('message', listen)
}
