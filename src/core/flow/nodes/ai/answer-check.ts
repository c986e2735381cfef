import { mayGoTo } from '../../../secret-hosts.ts'

/** Endings of names that phones turn into links also where no https:// stands before them. */
const LINKED_ENDINGS =
  'com|net|org|info|biz|io|co|me|app|dev|ai|gg|ly|gl|to|tv|cc|ws|xyz|top|shop|site|online|store|club|link|live|click|icu|vip|ru|cn|tk|ml|ga|cf|br|pt|es|uk|de|fr|it|us|in|mx|ar|eu'

const WITH_SCHEME = /\b[a-z][a-z0-9+.-]*:\/\/[^\s<>"'`]+/giu
const WITHOUT_SCHEME = new RegExp(
  `(?<![\\p{L}\\p{N}@._-])(?:www\\.\\S+|(?:[\\p{L}\\p{N}_-]+\\.)+(?:xn--[a-z0-9-]+|${LINKED_ENDINGS})(?![\\p{L}\\p{N}_-]))(?:[/?#:]\\S*)?`,
  'giu',
)
/** Signs that nobody sees, with which a link could be hidden from a check and still be one on a phone. */
const UNSEEN = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g

/** The host of the first link in a text that may not go out; null when there is none. A link that cannot be read is one. */
export function findForeignLink(text: string, hosts: readonly string[]): string | null {
  const plain = text.replace(UNSEEN, '').normalize('NFKC')
  const found = [
    ...[...plain.matchAll(WITH_SCHEME)].map(([link]) => link),
    ...[...plain.replace(WITH_SCHEME, ' ').matchAll(WITHOUT_SCHEME)].map(([link]) => `https://${link}`),
  ]
  for (const link of found) {
    const host = readHost(link)
    if (host === null || !mayGoTo(hosts, host)) return host ?? link
  }
  return null
}

/** Only web addresses have a host that can be allowed. */
function readHost(link: string): string | null {
  if (!/^https?:/i.test(link) || !URL.canParse(link)) return null
  const { hostname, username, password } = new URL(link)
  return username === '' && password === '' ? hostname : null
}

/** Why an answer of a model may not be sent; null when it may. */
export type AnswerFault = 'ANSWER_EMPTY' | 'ANSWER_TOO_LONG' | 'ANSWER_LINK'

export function findAnswerFault(
  text: string,
  { maxReplyChars, linkHosts }: { maxReplyChars: number; linkHosts: readonly string[] },
): AnswerFault | null {
  if (text.trim() === '') return 'ANSWER_EMPTY'
  if (text.length > maxReplyChars) return 'ANSWER_TOO_LONG'
  return findForeignLink(text, linkHosts) === null ? null : 'ANSWER_LINK'
}
