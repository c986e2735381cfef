import type { BinaryNode, NewChatMessageCapInfo, WASocket } from 'baileys'
import type { NewChatLevel, NewChatQuota } from '../../../core/new-chats.ts'
import type { EventDelivery } from '../inbound/event-delivery.ts'
import type { ConnectorLog } from '../library-log.ts'

/** The count moves with every chat that is begun, on the phone too, and the network tells only of some changes (waha#2186). */
const ASK_EVERY_MS = 3_600_000
/** `NewChatMessagesCapped` among the refusals that WhatsApp Web knows (`WAWebCreateNackFromStanza`). */
const CAPPED = '475'

const LEVELS: Readonly<Record<string, NewChatLevel>> = {
  FIRST_WARNING: 'first_warning',
  SECOND_WARNING: 'second_warning',
  CAPPED: 'capped',
}

/** Seconds, as text. WhatsApp Web takes 0 for none, too (`getCycleEndDateFormatted`). */
function toMs(seconds: unknown): number | null {
  const value = Number(seconds)
  return value > 0 && Number.isFinite(value) ? value * 1000 : null
}

/**
 * What the network says, as WhatsApp Web reads it (`WAWebGetNewChatMessageCappingInfoJob`): numbers may come as text, a
 * level that is not known is none, and no more is used than there is. A total of -1 is no limit (waha#2186).
 */
export function toNewChatQuota(info: NewChatMessageCapInfo): NewChatQuota {
  const total = Math.floor(Number(info.total_quota))
  const used = Math.max(0, Math.floor(Number(info.used_quota)) || 0)
  const isLimited = total > 0
  return {
    total: isLimited ? total : null,
    used: isLimited ? Math.min(used, total) : used,
    level: LEVELS[info.capping_status ?? ''] ?? 'none',
    cycleStartMs: toMs(info.cycle_start_timestamp),
    cycleEndMs: toMs(info.cycle_end_timestamp),
  }
}

interface NewChatParts {
  socket: WASocket
  events: Pick<EventDelivery, 'push'>
  isOpen: () => boolean
  log: ConnectorLog
}

/**
 * Asks how many chats the account may begin: after the login, hourly, and when the network refused one or restricted
 * the account. What it says by itself is told too. While it cannot be asked, what was told last stays.
 */
export function watchNewChats({ socket, events, isOpen, log }: NewChatParts): void {
  let timer: NodeJS.Timeout | undefined
  const publish = (info: NewChatMessageCapInfo): void =>
    events.push({ kind: 'new_chats', quota: toNewChatQuota(info) })

  async function ask(): Promise<void> {
    clearTimeout(timer)
    if (!isOpen()) return
    timer = setTimeout(() => void ask(), ASK_EVERY_MS).unref()
    try {
      publish(await socket.fetchNewChatMessageCap())
    } catch (error) {
      log.debug({ err: error }, 'the network does not say how many chats may be begun')
    }
  }

  socket.ev.on('message-capping.update', publish)
  socket.ev.on('connection.update', ({ connection, reachoutTimeLock }) => {
    if (connection === 'close') clearTimeout(timer)
    else if (connection === 'open' || reachoutTimeLock) void ask()
  })
  socket.ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => {
    if (attrs.error === CAPPED) void ask()
  })
}
