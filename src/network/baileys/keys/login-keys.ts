import { type AuthenticationCreds, jidDecode } from 'baileys'
import type { KeyName } from '../../port.ts'

/**
 * What the library asks for one by one, each time with a question to the store, while a paired device logs in: the list
 * of trusted contacts' tokens, the newest one-time key, and what is known of the account itself.
 */
export function keysOfLogin({ me, nextPreKeyId }: AuthenticationCreds): KeyName[] {
  const own = jidDecode(me?.id)
  const wanted: KeyName[] = [{ type: 'tctoken', id: '__index' }]
  if (nextPreKeyId > 1) wanted.push({ type: 'pre-key', id: String(nextPreKeyId - 1) })
  if (own) {
    wanted.push({ type: 'lid-mapping', id: own.user }, { type: 'device-list', id: own.user })
    wanted.push({ type: 'session', id: `${own.user}.${own.device ?? 0}` })
  }
  return wanted
}
