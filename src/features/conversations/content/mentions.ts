import { type Address, isGroup } from '../../../core/addresses.ts'
import type { NewContent } from '../../../core/conversation/content.ts'
import { type KeyDeps, nameInGroup } from '../records/message-keys.ts'

const digitsOf = (address: string): string => /^\d+/.exec(address)?.[0] ?? ''

/** The text with one person named in another way: `@` and the digits of their address. */
const rename = (text: string, from: Address, to: Address): string =>
  text.replace(new RegExp(`@\\+?${digitsOf(from)}(?!\\d)`, 'g'), `@${digitsOf(to)}`)

/**
 * Names mentioned people as the group names them, in the list and after the `@` of the text or caption. Phones show a
 * mention only where both agree, and in groups addressed by LID they write `@<LID>` themselves
 * (github.com/WhiskeySockets/Baileys/issues/1683).
 */
export async function nameMentioned<T extends NewContent>(
  deps: Pick<KeyDeps, 'connection'>,
  chat: string,
  content: T,
): Promise<T> {
  if (!content.mentions?.length || !isGroup(chat)) return content
  const mentions: Address[] = []
  const words: { text?: string; caption?: string } = {}
  if (content.type === 'text') words.text = content.text
  if (content.type === 'media' && content.caption != null) words.caption = content.caption
  for (const person of content.mentions) {
    const named = await nameInGroup(deps, chat, person)
    mentions.push(named)
    if (words.text !== undefined) words.text = rename(words.text, person, named)
    if (words.caption !== undefined) words.caption = rename(words.caption, person, named)
  }
  return { ...content, ...words, mentions }
}
