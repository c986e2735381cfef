import { type BinaryNode, getBinaryNodeChildren, type WASocket } from 'baileys'
import { isGroup } from '../../../core/addresses.ts'
import type { PersonAddresses, Receipt } from '../../port.ts'
import { toReceipt, toSharedReceipts } from '../../translate/receipts.ts'
import type { Acknowledgements } from '../outbound/acknowledgements.ts'
import type { GroupCache } from '../outbound/group-cache.ts'
import { takeOver } from './message-order.ts'

/** Receipts that wait for what a group says of its members; further ones are told as they came. */
const MAX_WAITING = 5_000

/** Hears the receipts of a connection. */
export interface ReceiptListener {
  listen(socket: WASocket): void
  /** The network can be asked from now on. */
  loggedIn(): void
  /** Nothing can be asked any more; resolves when no receipt waits. */
  ended(): Promise<void>
}

export interface ReceiptListenerOptions {
  acknowledgements: Pick<Acknowledgements, 'handleReceipt'>
  groups: Pick<GroupCache, 'knownMember' | 'nameFully'>
  me: () => PersonAddresses
  /** Hands it to the host; resolves when it is stored. */
  push: (receipt: Receipt) => Promise<void>
}

const areAllDone = (work: readonly Promise<void>[]): Promise<boolean> =>
  Promise.all(work).then(
    () => true,
    () => false,
  )

/**
 * The network forgets a receipt once it is acknowledged, and it is in no journal: so the library, which acknowledges it, gets it
 * when it is stored. What is not by the end of the connection comes again to the next.
 *
 * A receipt names a member as the group does, by LID in one group and by number in another. Who the group is made of is
 * known from the last send; after a restart it is asked, once for a group, and its receipts wait for that in their order.
 */
export function createReceiptListener(options: ReceiptListenerOptions): ReceiptListener {
  const { acknowledgements, groups, me, push } = options
  const waiting = new Set<Promise<Receipt>>()
  const decided = Promise.withResolvers<void>()

  async function nameLater(receipt: Receipt): Promise<Receipt> {
    await decided.promise
    return { ...receipt, by: await groups.nameFully(receipt.chat, receipt.by) }
  }

  function publish(receipt: Receipt): Promise<void> {
    const { chat, by } = receipt
    const isWhole = (by.phone === null) === (by.lid === null)
    const known = isWhole || !isGroup(chat) ? by : groups.knownMember(chat, by)
    if (known || waiting.size >= MAX_WAITING) return push({ ...receipt, by: known ?? by })
    const named = nameLater(receipt).finally(() => waiting.delete(named))
    waiting.add(named)
    return named.then(push)
  }

  /** All of the stanza, each handed on at once or when it is known of whom it is; resolves when that is stored. */
  function hear(node: BinaryNode): readonly Promise<void>[] {
    const { attrs, content } = node
    const shared = toSharedReceipts(node, me())
    // Whoever has it got it from the server, which is all that the wait for its word needs.
    for (const { ids, atSec } of shared) acknowledgements.handleReceipt({ t: String(atSec) }, ids)
    const published = shared.map(publish)
    if (getBinaryNodeChildren(node, 'participants').length > 0) return published
    const [list] = Array.isArray(content) ? content : []
    const listedIds = getBinaryNodeChildren(list, 'item').flatMap((item) => item.attrs.id ?? [])
    acknowledgements.handleReceipt(attrs, listedIds)
    const receipt = toReceipt({ attrs, listedIds }, me())
    return receipt ? [...published, publish(receipt)] : published
  }

  return {
    listen(socket) {
      takeOver(socket, 'CB:receipt', (acknowledge) => async (node) => {
        let stored: readonly Promise<void>[]
        try {
          stored = hear(node)
        } catch (error) {
          // It would come again with each login, and be read no better.
          await acknowledge(node)
          throw error
        }
        if ((await areAllDone(stored)) && socket.ws.isOpen) await acknowledge(node)
      })
    },
    loggedIn: () => decided.resolve(),
    async ended() {
      decided.resolve()
      await Promise.all(waiting)
    },
  }
}
