import { createHash } from 'node:crypto'
import { proto } from 'baileys'
import { decryptEventResponse, decryptPollVote } from 'baileys/lib/Utils/process-message.js'
import type { SealedVote, VotedMessage } from '../../port.ts'
import { unwrapMessage } from '../../translate/content.ts'
import { findPoll } from '../../translate/details.ts'

const ANSWERS = ['unknown', 'going', 'not_going', 'maybe'] as const

interface Voted {
  secret: Uint8Array
  options: string[]
}

function readVoted(bytes: Uint8Array): Voted | null {
  const outer = proto.Message.decode(bytes)
  const inner = unwrapMessage(outer)
  const message = inner as proto.IMessage
  const secret = outer.messageContextInfo?.messageSecret ?? message.messageContextInfo?.messageSecret
  if (!secret?.length) return null
  return { secret, options: (findPoll(inner)?.options ?? []).flatMap(({ optionName }) => optionName ?? []) }
}

function open(vote: SealedVote, id: string, voted: Voted, writer: string, voter: string): string[] {
  const sealed = { encPayload: vote.payload, encIv: vote.iv }
  if (vote.about === 'event') {
    const { response } = decryptEventResponse(sealed, {
      eventCreatorJid: writer,
      eventMsgId: id,
      eventEncKey: voted.secret,
      responderJid: voter,
    })
    return [ANSWERS[response ?? 0] ?? 'unknown']
  }
  const { selectedOptions } = decryptPollVote(sealed, {
    pollCreatorJid: writer,
    pollMsgId: id,
    pollEncKey: voted.secret,
    voterJid: voter,
  })
  const chosen = new Set((selectedOptions ?? []).map((hash) => Buffer.from(hash).toString('hex')))
  return voted.options.filter((name) => chosen.has(createHash('sha256').update(name).digest('hex')))
}

/** Opens a vote with the secret of the message it is about; the addresses it was sealed for are found by trying. */
export function readVote(vote: SealedVote, about: VotedMessage, voters: readonly string[]): string[] | null {
  let voted: Voted | null
  try {
    voted = readVoted(about.bytes)
  } catch {
    return null
  }
  if (!voted) return null
  for (const writer of about.writers) {
    for (const voter of voters) {
      try {
        return open(vote, about.id, voted, writer, voter)
      } catch {
        // Sealed for other addresses of the same people.
      }
    }
  }
  return null
}
