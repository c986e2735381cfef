import { type BinaryNode, getBinaryNodeChildren, type WASocket } from 'baileys'
import { isGroup } from '../../../core/addresses.ts'
import type { PersonAddresses, Receipt } from '../../port.ts'
import { toReceipt, toSharedReceipts } from '../../translate/receipts.ts'
import type { Acknowledgements } from '../outbound/acknowledgements.ts'
import type { GroupCache } from '../outbound/group-cache.ts'

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
  push: (receipt: Receipt) => void
}

/**
 * A receipt names a member as the group does, by LID in one group and by number in another. Who the group is made of is
 * known from the last send; after a restart it is asked, once for a group, and its receipts wait for that in their order.
 */
export function createReceiptListener(options: ReceiptListenerOptions): ReceiptListener {
  const { acknowledgements, groups, me, push } = options
  const waiting = new Set<Promise<void>>()
  const decided = Promise.withResolvers<void>()

  async function publishLater(receipt: Receipt): Promise<void> {
    await decided.promise
    push({ ...receipt, by: await groups.nameFully(receipt.chat, receipt.by) })
  }

  function publish(receipt: Receipt): void {
    const { chat, by } = receipt
    const isWhole = (by.phone === null) === (by.lid === null)
    const known = isWhole || !isGroup(chat) ? by : groups.knownMember(chat, by)
    if (known || waiting.size >= MAX_WAITING) {
      push({ ...receipt, by: known ?? by })
      return
    }
    const published = publishLater(receipt).finally(() => waiting.delete(published))
    waiting.add(published)
  }

  return {
    listen(socket) {
      socket.ws.on('CB:receipt', (node: BinaryNode) => {
        const { attrs, content } = node
        const shared = toSharedReceipts(node, me())
        // Whoever has it got it from the server, which is all that the wait for its word needs.
        for (const { ids, atSec } of shared) acknowledgements.handleReceipt({ t: String(atSec) }, ids)
        for (const receipt of shared) publish(receipt)
        if (getBinaryNodeChildren(node, 'participants').length > 0) return
        const [list] = Array.isArray(content) ? content : []
        const listedIds = getBinaryNodeChildren(list, 'item').flatMap((item) => item.attrs.id ?? [])
        acknowledgements.handleReceipt(attrs, listedIds)
        const receipt = toReceipt({ attrs, listedIds }, me())
        if (receipt) publish(receipt)
      })
    },
    loggedIn: () => decided.resolve(),
    async ended() {
      decided.resolve()
      await Promise.all(waiting)
    },
  }
}
