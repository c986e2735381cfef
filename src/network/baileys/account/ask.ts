import type { BinaryNode, WASocket } from 'baileys'
import type { NetworkAnswer } from '../../ports/network-answer.ts'

/** How long one question to the network may take; less than a command of the API waits, for acts that ask two. */
export const ASK_MS = 12_000

export const SERVER = '@s.whatsapp.net'

export const nothing = (work: Promise<unknown>): Promise<null> => work.then(() => null)

const answered = <T>(value: T): NetworkAnswer<T> => ({ kind: 'answered', value })

/** The code of the network in what the library throws for an answer that is an error: in `data`. */
function readCode(error: unknown): number | undefined {
  const { data } = error as { data?: unknown }
  return typeof data === 'number' && Number.isInteger(data) ? data : undefined
}

export async function withCode<T>(
  work: () => Promise<T>,
  codeOf: (error: unknown) => number | undefined = readCode,
): Promise<NetworkAnswer<T>> {
  try {
    return answered(await work())
  } catch (error) {
    const networkCode = codeOf(error)
    if (networkCode === undefined) throw error
    return { kind: 'refused', networkCode }
  }
}

export const element = (
  tag: string,
  content?: BinaryNode['content'],
  attrs: Record<string, string> = {},
): BinaryNode => (content === undefined ? { tag, attrs } : { tag, attrs, content })

/** Asks the network; rejects when it does not answer in time. */
export async function ask(
  socket: WASocket,
  attrs: Record<string, string>,
  content?: BinaryNode[],
): Promise<BinaryNode> {
  const answer: BinaryNode | undefined = await socket.query(
    { tag: 'iq', attrs, ...(content ? { content } : {}) },
    ASK_MS,
  )
  if (!answer) throw new Error(`the network did not answer within ${ASK_MS} ms; ask again`)
  return answer
}
