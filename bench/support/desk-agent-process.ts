import { parentPort, workerData } from 'node:worker_threads'
import { EventSource } from 'eventsource'

/** What a thread is told, and the page's own module, built for it. */
export interface AgentTask {
  module: string
  url: string
  cookie: string
  userId: string
  chosen: { clientId: string; jid: string }
  show: string | undefined
}

/** As `bench/page/desk-page.ts` has it. */
interface Page {
  onText: (text: string, where: 'list' | 'thread') => void
  readShown(): unknown
  readStored(): Promise<unknown>
  answer(text: string): Promise<void>
  take(userId: string): Promise<void>
  close(): void
}

type Asked = 'answer' | 'take' | 'shown' | 'stored' | 'close'

const { module, url, cookie, userId, chosen, show } = workerData as AgentTask
const nodeFetch = globalThis.fetch
const withSession = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
  const request = new Request(input, init)
  request.headers.set('cookie', cookie)
  request.headers.set('origin', url)
  return nodeFetch(request)
}

/** Every page is a browser of its own: it has a session and a stream, and no other tab. */
class SessionEventSource extends EventSource {
  constructor(address: string) {
    super(new URL(address, url), { fetch: (input, init) => withSession(input, init as RequestInit) })
  }
}

class NoOtherTab {
  onmessage = null
  postMessage(): void {}
  close(): void {}
}

const BROWSER = {
  fetch: withSession,
  location: new URL(url),
  navigator: { onLine: true },
  EventSource: SessionEventSource,
  BroadcastChannel: NoOtherTab,
  addEventListener: () => undefined,
}
for (const [name, value] of Object.entries(BROWSER))
  Object.defineProperty(globalThis, name, { value, configurable: true })

const { openDeskPage } = (await import(module)) as {
  openDeskPage(chosen: AgentTask['chosen'], show: string | undefined): Promise<Page>
}
const page = await openDeskPage(chosen, show)
const openedAt = Date.now()
const delays: Record<'list' | 'thread', number[]> = { list: [], thread: [] }
page.onText = (text, where) => {
  const writtenAt = Number(/ at (\d{13})$/.exec(text)?.[1])
  if (writtenAt > openedAt) delays[where].push(Date.now() - writtenAt)
}

let failed = 0
const counted = async (work: Promise<void>): Promise<void> => {
  await work.catch(() => {
    // The connection is cut now and then: a person would see it and press again.
    failed += 1
  })
}

const act = async (asked: Asked): Promise<void> => {
  if (asked === 'answer') await counted(page.answer(`an answer of ${userId}, ${Date.now()}`))
  else if (asked === 'take') await counted(page.take(userId))
  else if (asked === 'shown') parentPort?.postMessage({ shown: page.readShown(), delays, failed })
  else if (asked === 'stored') parentPort?.postMessage({ stored: await page.readStored() })
  else {
    page.close()
    process.exit()
  }
}
parentPort?.on('message', (asked: Asked) => void act(asked))
parentPort?.postMessage('open')
