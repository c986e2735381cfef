/** What an n8n workflow begins at: a chat, a call, this service by its node, or something that only n8n can wait for. */
export type WorkflowStart = 'chat' | 'webhook' | 'parley' | 'other'

/** A file that is no flow and cannot become one, but whose maker this service works with; in the form of a refusal. */
export type ForeignFile =
  | {
      reason: 'N8N_WORKFLOW'
      /** `node` is the name of the node it begins at, `method` and `path` those of its address below that of n8n. */
      params: { start: WorkflowStart; node: string; method: string; path: string }
    }
  | { reason: 'BOT_ARCHIVE'; params: Readonly<Record<string, never>> }

interface WorkflowNode {
  type: string
  name: string
  webhookId: string
  parameters: Readonly<Record<string, unknown>>
}

type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const N8N_NODE = /^(?:n8n-nodes-[a-z]|@[\w-]+\/n8n-nodes-)/
/** How ZIP archives and compressed ones begin, the latter also as a reader of texts mends them. */
const ARCHIVES = ['PK\u0003\u0004', 'PK\u0005\u0006', '\u001f\u008b', '\u001f\ufffd']
const CHAT = /\.(?:manualChatTrigger|chatTrigger)$/
const PARLEY = /^n8n-nodes-parley\./

/** An exported n8n workflow: its nodes are named by packages of n8n, and its connections stand beside them. */
export function recogniseWorkflow(input: unknown): ForeignFile | null {
  if (!isJson(input) || !Array.isArray(input.nodes) || !isJson(input.connections)) return null
  const nodes = input.nodes.filter(isJson).map(
    ({ type, name, webhookId, parameters }): WorkflowNode => ({
      type: textOf(type),
      name: textOf(name),
      webhookId: textOf(webhookId),
      parameters: isJson(parameters) ? parameters : {},
    }),
  )
  if (!nodes.some(({ type }) => N8N_NODE.test(type))) return null
  return { reason: 'N8N_WORKFLOW', params: findStart(nodes) }
}

/** https://docs.n8n.io/integrations/builtin/core-nodes: a chat is called below the id of its node, a webhook at its path. */
function findStart(
  nodes: readonly WorkflowNode[],
): Extract<ForeignFile, { reason: 'N8N_WORKFLOW' }>['params'] {
  const chat = nodes.find(({ type }) => CHAT.test(type))
  if (chat)
    return { start: 'chat', node: chat.name, method: 'POST', path: `webhook/${chat.webhookId || 'ID'}/chat` }
  const hook = nodes.find(({ type }) => type === 'n8n-nodes-base.webhook')
  if (hook) {
    const { httpMethod, path } = hook.parameters
    const method = textOf(httpMethod) || 'GET'
    return {
      start: 'webhook',
      node: hook.name,
      method,
      path: `webhook/${textOf(path) || hook.webhookId || 'PATH'}`,
    }
  }
  const own = nodes.find(({ type }) => PARLEY.test(type))
  if (own) return { start: 'parley', node: own.name, method: '', path: '' }
  const other = nodes.find(({ type }) => /trigger/i.test(type)) ?? nodes[0]
  return { start: 'other', node: other?.name ?? '', method: '', path: '' }
}

/**
 * An archive that was read as a text, as Botpress exports bots (.bpz). Botpress says not to open these archives and nothing of what is
 * in them, and Landbot documents no export of a bot at all, so neither can be turned into a flow with an honest report.
 */
export function recogniseArchive(text: string): ForeignFile | null {
  return ARCHIVES.some((start) => text.startsWith(start)) ? { reason: 'BOT_ARCHIVE', params: {} } : null
}
