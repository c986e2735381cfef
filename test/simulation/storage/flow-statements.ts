import { deleteRun, reopenConversation } from './decision-statements.ts'
import { StorageError } from './failures.ts'
import type { View } from './memory-storage.ts'
import type { Tables } from './rows.ts'
import { type Statements, unnest } from './statement.ts'

const TERMINAL = ['completed', 'failed', 'cancelled', 'expired']

function activeRuns(view: View, flowId: unknown): Tables['flowState'][] {
  return view.find('flowState', (run) => run.flowId === flowId && !TERMINAL.includes(run.state))
}

function activeConversations(view: View, flowId: unknown): string[] {
  const jids = new Set(activeRuns(view, flowId).map((run) => run.contactJid))
  return [...jids].filter((jid) => view.get('contactAutomation', jid)).sort()
}

/** How a flow goes, with its versions and all its runs. */
export const flowStatements: Statements = {
  flow_delete_conversations: (view, [id]) =>
    activeConversations(view, id).map((jid) => {
      view.lock('contactAutomation', jid)
      return { jid }
    }),
  flow_delete_lock(view, [id]) {
    const flow = view.get('flow', id as string)
    if (!flow) return []
    view.lockAlone('flow', flow.id)
    return [{ clientId: flow.clientId }]
  },
  flow_delete_new_conversations: (view, [id]) =>
    activeConversations(view, id).map((jid) => {
      if (view.isHeldByOther('contactAutomation', jid))
        throw new StorageError('55P03', 'the conversation is held')
      view.lock('contactAutomation', jid)
      return { jid }
    }),
  flow_delete(view, [flowId]) {
    const ended = activeRuns(view, flowId).map(({ id, clientId, contactJid }) => ({
      id,
      clientId,
      contactJid,
    }))
    for (const run of view.find('flowState', (row) => row.flowId === flowId)) deleteRun(view, run)
    for (const version of view.find('flowVersion', (row) => row.flowId === flowId))
      view.remove('flowVersion', version)
    const flow = view.get('flow', flowId as string)
    if (flow) view.remove('flow', flow)
    return ended.sort((a, b) => (a.id < b.id ? -1 : 1))
  },
  // Nobody defines fields of contacts in the simulation.
  contact_field_of_client: () => [],
  flow_delete_reopen(view, [clientIds, jids]) {
    for (const [clientId, jid] of unnest(clientIds, jids))
      reopenConversation(view, clientId as string, jid as string)
    return []
  },
}
