import type { BinaryNode, WASocket } from 'baileys'
import {
  buildMergedTcTokenIndexWrite,
  isTcTokenExpired,
  resolveIssuanceJid,
  shouldSendNewTcToken,
  storeTcTokensFromIqResult,
} from 'baileys/lib/Utils/tc-token-utils.js'
import type { SignalKeys } from '../keys/signal-keys.ts'

interface StoredToken {
  token?: Uint8Array
  timestamp?: string
  senderTimestamp?: number
}

/**
 * Trusted-contact tokens: the network's proof that two people wrote to each other. We attach the one a contact gave
 * us, and give them ours once a week after a message.
 */
export interface TrustedContacts {
  /** What to attach to a message for this address, or null. */
  tokenNode(address: string): Promise<BinaryNode | null>
  /** To be called after a message left: gives ours when theirs is due. Never fails. */
  issueIfDue(chat: string, address: string): Promise<void>
}

export function createTrustedContacts(socket: WASocket, keys: SignalKeys): TrustedContacts {
  const issuing = new Set<string>()
  const { lidMapping } = socket.signalRepository
  const lidOf = lidMapping.getLIDForPN.bind(lidMapping)
  const phoneOf = lidMapping.getPNForLID.bind(lidMapping)

  const read = async (address: string): Promise<StoredToken | undefined> =>
    (await keys.readOne('tctoken', address)) as StoredToken | undefined

  async function issue(chat: string, address: string): Promise<void> {
    const at = Math.trunc(Date.now() / 1000)
    const issueTo = await resolveIssuanceJid(
      chat,
      socket.serverProps.lidTrustedTokenIssueToLid,
      lidOf,
      phoneOf,
    )
    const result = await socket.issuePrivacyTokens([issueTo], at)
    const libraryKeys = socket.authState.keys
    await storeTcTokensFromIqResult({ result, fallbackJid: address, keys: libraryKeys, getLIDForPN: lidOf })
    const index = await buildMergedTcTokenIndexWrite(libraryKeys, [address])
    const stored = { token: Buffer.alloc(0), ...(await read(address)), senderTimestamp: at }
    await keys.set({ tctoken: { [address]: stored, ...index } })
  }

  return {
    async tokenNode(address) {
      const stored = await read(address)
      const isUsable = stored?.token?.length && !isTcTokenExpired(stored.timestamp)
      if (!isUsable || !socket.serverProps.privacyTokenOn1to1) return null
      return { tag: 'tctoken', attrs: {}, content: stored.token as Uint8Array }
    },
    async issueIfDue(chat, address) {
      if (issuing.has(address)) return
      issuing.add(address)
      try {
        if (shouldSendNewTcToken((await read(address))?.senderTimestamp)) await issue(chat, address)
      } catch {
        // A token that could not be given now is given after a later message.
      } finally {
        issuing.delete(address)
      }
    },
  }
}
