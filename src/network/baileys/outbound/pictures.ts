import type { BinaryNode, WASocket } from 'baileys'
import { buildTcTokenFromJid } from 'baileys/lib/Utils/tc-token-utils.js'
import { type Address, isLid, isPhoneAddress } from '../../../core/addresses.ts'
import type { ProfilePicture } from '../../port.ts'
import { readPicture, readPictureCode } from '../../translate/account/picture-nodes.ts'
import { isAddressOf, toPerson } from '../../translate/people.ts'

const SERVER = '@s.whatsapp.net'

/** Who shows their picture to contacts shows it to those they gave a token; for its own account the network does not answer one. */
async function findToken(socket: WASocket, of: Address): Promise<BinaryNode[] | undefined> {
  const { authState, serverProps, signalRepository } = socket
  const isPerson = isPhoneAddress(of) || isLid(of)
  const { me } = authState.creds
  if (!isPerson || !serverProps.profilePicPrivacyToken || isAddressOf(toPerson(me?.id, me?.lid), of))
    return undefined
  const { lidMapping } = signalRepository
  return buildTcTokenFromJid({ authState, jid: of, getLIDForPN: lidMapping.getLIDForPN.bind(lidMapping) })
}

async function ask(socket: WASocket, of: Address, type: string, timeoutMs: number): Promise<ProfilePicture> {
  const content = await findToken(socket, of)
  const picture = { tag: 'picture', attrs: { type, query: 'url' }, ...(content ? { content } : {}) }
  const attrs = { target: of, to: SERVER, type: 'get', xmlns: 'w:profile:picture' }
  const answer: BinaryNode | undefined = await socket.query(
    { tag: 'iq', attrs, content: [picture] },
    timeoutMs,
  )
  if (!answer) throw new Error(`the network did not answer within ${timeoutMs} ms; ask again`)
  const found = readPicture(answer)
  if (!found) throw new Error('the network named a picture without its id or link; ask again')
  return found
}

/**
 * The picture of a person or a group: the library's `profilePictureUrl` with the picture's id, and without taking no answer for no
 * picture. What the library throws carries the network's code in `data`.
 */
export async function findPicture(
  socket: WASocket,
  of: Address,
  size: 'preview' | 'full',
  timeoutMs: number,
): Promise<ProfilePicture> {
  try {
    return await ask(socket, of, size === 'full' ? 'image' : 'preview', timeoutMs)
  } catch (error) {
    const known = readPictureCode(Number((error as { data?: unknown }).data))
    if (known) return known
    throw error
  }
}
