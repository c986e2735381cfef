import type { Handlers } from '../../../contract/handlers.ts'
import { SharedLists } from '../read/shared-lists.ts'
import { createChangeHandlers } from './changes.ts'
import { createDeskHandlers, type DeskDeps } from './desk/desk.ts'
import { createEntryHandlers } from './desk/entries.ts'
import { createFirstAnswerHandlers } from './desk/first-answers.ts'
import { createLabelHandlers, type LabelDeps } from './desk/labels.ts'
import { createNoteHandlers, type NoteDeps } from './desk/notes.ts'
import { createPresenceHandlers, type PresenceDeps } from './desk/presence.ts'
import { createDetailHandlers, type DetailDeps } from './details.ts'
import { createListHandlers } from './lists.ts'
import { createMarkHandlers } from './network/chat-marks.ts'
import { createHistoryHandlers, type HistoryDeps } from './network/history.ts'
import { createRemovalHandlers } from './network/removals.ts'
import { createStarHandlers } from './network/stars.ts'
import type { SendOperationDeps } from './send-request.ts'
import { createSendHandlers } from './sends.ts'
import { createSignalHandlers } from './signals.ts'

/** The operations of the chat group. */
export type ChatHandlers = Handlers['chat']

export function createChatHandlers(
  given: SendOperationDeps &
    DetailDeps &
    HistoryDeps &
    Omit<DeskDeps & LabelDeps, 'lists'> &
    NoteDeps &
    PresenceDeps,
): ChatHandlers {
  const deps = { ...given, lists: new SharedLists(given.db, given) }
  return {
    ...createSendHandlers(deps),
    ...createChangeHandlers(deps),
    ...createSignalHandlers(deps.service, deps.words),
    ...createListHandlers(deps),
    ...createDeskHandlers(deps),
    ...createFirstAnswerHandlers(deps),
    ...createLabelHandlers(deps),
    ...createEntryHandlers(deps),
    ...createNoteHandlers(deps),
    ...createPresenceHandlers(deps),
    ...createDetailHandlers(deps),
    ...createMarkHandlers(deps),
    ...createStarHandlers(deps),
    ...createRemovalHandlers(deps),
    ...createHistoryHandlers(deps),
  }
}
