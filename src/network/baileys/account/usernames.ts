import { randomBytes } from 'node:crypto'
import type { BinaryNode, WASocket } from 'baileys'
import type { Address } from '../../../core/addresses.ts'
import type { UsernameSearch } from '../../port.ts'
import { childOf, childrenOf, textOf, type WireNode } from '../../translate/group-nodes.ts'
import { toPerson } from '../../translate/people.ts'
import { ask, element, SERVER } from './ask.ts'

/** One question to the directory about one person, as the library's own are; it drops who has no address in the answer. */
async function askDirectory(
  socket: WASocket,
  protocol: BinaryNode,
  asked: BinaryNode,
): Promise<WireNode | undefined> {
  const attrs = {
    sid: randomBytes(8).toString('hex'),
    mode: 'query',
    last: 'true',
    index: '0',
    context: 'interactive',
  }
  const usync = element('usync', [element('query', [protocol]), element('list', [asked])], attrs)
  const answer = childOf(await ask(socket, { to: SERVER, type: 'get', xmlns: 'usync' }, [usync]), 'usync')
  const failed = childOf(childOf(childOf(answer, 'result'), protocol.tag), 'error')
  if (failed) throw new Error(`the network refused the question about a username (${failed.attrs.code})`)
  return childrenOf(childOf(answer, 'list'), 'user')[0]
}

/**
 * Asks as the network's web client does (`WAWebQueryExistsJob`, `queryUsernameExists`): a person comes with their LID; one
 * whose key has to be known without any address; `out` is nobody. Rejects what it does not answer so.
 */
export async function findUsername(
  socket: WASocket,
  username: string,
  key: string | undefined,
): Promise<UsernameSearch> {
  const named = element('contact', undefined, { username, ...(key === undefined ? {} : { pin: key }) })
  const protocol = element('contact', undefined, { addressing_mode: 'lid' })
  const user = await askDirectory(socket, protocol, element('user', [named]))
  const contact = childOf(user, 'contact')
  if (!user || contact?.attrs.type === 'out') return { state: 'unknown' }
  if (!contact || childOf(contact, 'error')) {
    throw new Error('the network said neither who has this username nor that nobody has it; ask again')
  }
  if (user.attrs.jid === undefined) return { state: 'key_required' }
  const { lid, phone } = toPerson(user.attrs.jid, user.attrs.pn_jid)
  if (lid === null) throw new Error('the network named somebody by a username without their LID; ask again')
  return { state: 'found', lid, phone, username: contact.attrs.username || username }
}

/** The username of somebody, null when they have none (`WAWebHandleUsernameSync`); undefined when it is not said. */
export async function usernameOf(socket: WASocket, lid: Address): Promise<string | null | undefined> {
  const user = await askDirectory(socket, element('username'), element('user', undefined, { jid: lid }))
  if (!user) return undefined
  const said = childOf(user, 'username')
  return childOf(said, 'error') ? undefined : textOf(said) || null
}
