import type { View } from './memory-storage.ts'
import type { Tables } from './rows.ts'
import { readJson, type Statements, unnest } from './statement.ts'

type Early = Tables['earlyChange']

const waitingOf = (view: View, clientId: unknown): Early[] =>
  view.find('earlyChange', (row) => row.clientId === clientId).sort((a, b) => a.seq - b.seq)

/** What is kept of messages that have not come yet. Nobody changes so much in a history that the bounds are met. */
export const earlyStatements: Statements = {
  chat_early_list(view, [clientId]) {
    if (view.storage.mutations.forgetsEarlyChanges) return []
    const ids = waitingOf(view, clientId).map(({ messageId }) => messageId)
    return [...new Set(ids)].map((messageId) => ({ messageId }))
  },
  chat_early_find: (view, [clientId, ids]) =>
    waitingOf(view, clientId)
      .filter(({ messageId }) => (ids as string[]).includes(messageId))
      .map(({ change }) => ({ change })),
  chat_early_keep(view, [clientId, ids, changes]) {
    for (const [messageId, change] of unnest(ids, changes)) {
      const row = { clientId: clientId as string, messageId: messageId as string }
      view.insert('earlyChange', { ...row, seq: view.nextSeq('earlyChange'), change: readJson(change) })
    }
    return []
  },
  chat_early_trim: () => [],
  chat_early_drop(view, [clientId, ids]) {
    for (const row of waitingOf(view, clientId))
      if ((ids as string[]).includes(row.messageId)) view.remove('earlyChange', row)
    return []
  },
}
