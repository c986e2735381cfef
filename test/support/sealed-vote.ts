import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { proto } from 'baileys'

const hmac = (key: Uint8Array, ...parts: (string | Uint8Array)[]): Buffer => {
  const mac = createHmac('sha256', key)
  for (const part of parts) mac.update(part)
  return mac.digest()
}

/** A vote as a phone seals it: only who has the poll's secret can read it. */
export function sealVote(vote: {
  pollId: string
  secret: Uint8Array
  writer: string
  voter: string
  options: readonly string[]
}): { encPayload: Buffer; encIv: Buffer } {
  const { pollId, secret, writer, voter, options } = vote
  const key = hmac(hmac(Buffer.alloc(32), secret), pollId, writer, voter, 'Poll Vote', Buffer.from([1]))
  const selectedOptions = options.map((name) => createHash('sha256').update(name).digest())
  const encIv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, encIv)
  cipher.setAAD(Buffer.from(`${pollId}\u0000${voter}`))
  const plain = proto.Message.PollVoteMessage.encode({ selectedOptions }).finish()
  return { encPayload: Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]), encIv }
}
