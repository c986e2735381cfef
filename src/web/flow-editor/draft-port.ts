import { ORPCError } from '@orpc/client'
import { type FlowDefinition, parseDefinition } from '../../core/flow/index.ts'
import { api, toFailure } from '../app/api.ts'
import type { DraftPort, KeptFlow, LocalCopy, SaveResult, StoredFlow } from './model/draft-saver.ts'
import type { FlowDocument } from './model/graph.ts'

export type FlowResource = Awaited<ReturnType<typeof api.flows.get>>

const PREFIX = 'parley.draft.'

/** The flow as the editor holds it. Settings and variables are no part of the resource; an export has them. */
export async function loadFlow(id: string): Promise<StoredFlow> {
  const [flow, exported] = await Promise.all([api.flows.get({ id }), api.flows.export({ id })])
  return { document: toDocument(flow, exported), base: flow.updatedAt }
}

function toDocument(
  { name, description, clientId, ...flow }: FlowResource,
  { settings, variables }: { settings?: unknown; variables?: unknown },
): FlowDocument {
  const parsed = parseDefinition({ ...flow, settings, variables })
  if (!parsed.ok) throw new Error(parsed.message)
  return { name, description, clientId, definition: parsed.definition }
}

export function toUpdate(id: string, { name, description, clientId, definition }: FlowDocument) {
  const { nodes, edges, viewport, settings, variables, ...behaviour } = definition
  return { id, name, description, clientId, nodes, edges, viewport, settings, variables, ...behaviour }
}

/** Codes that say: not now, rather than: not this. */
const PASSING = new Set(['OFFLINE', 'SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS', 'GATEWAY_TIMEOUT'])

const isChangedElsewhere = (code: string, data: unknown): boolean =>
  code === 'CONFLICT' && (data as { reason?: string } | undefined)?.reason === 'FLOW_CHANGED'

async function save(id: string, document: FlowDocument, base: string): Promise<SaveResult> {
  try {
    const saved = await api.flows.update({ ...toUpdate(id, document), expectedUpdatedAt: base })
    return { kind: 'saved', base: saved.updatedAt }
  } catch (error) {
    const { code, message, data } = toFailure(error)
    if (isChangedElsewhere(code, data)) {
      const theirs = await loadFlow(id).catch(() => null)
      return theirs ? { kind: 'conflict', theirs } : { kind: 'unreachable' }
    }
    if (PASSING.has(code) || (error instanceof ORPCError && error.status >= 500))
      return { kind: 'unreachable' }
    return { kind: 'refused', message: message ?? code }
  }
}

function tryWrite(key: string, copy: KeptFlow): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(copy))
    return true
  } catch {
    return false
  }
}

/** The copy of a draft in this browser. Without storage, or when it is full, unsaved work lasts until the page is left. */
function localCopy(id: string): LocalCopy {
  const key = PREFIX + id
  return {
    read() {
      try {
        const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
        return isStoredFlow(stored) ? stored : undefined
      } catch {
        return undefined
      }
    },
    write(copy) {
      // What was sent is wanted less than the draft, where there is no room for both.
      if (!tryWrite(key, copy)) tryWrite(key, { document: copy.document, base: copy.base })
    },
    clear() {
      try {
        localStorage.removeItem(key)
      } catch {
        // Nothing was kept either.
      }
    },
  }
}

function isStoredFlow(value: unknown): value is KeptFlow {
  if (typeof value !== 'object' || value === null || !('base' in value) || !('document' in value))
    return false
  const { document, base, sent = [] } = value as { document: unknown; base: unknown; sent?: unknown }
  return typeof base === 'string' && Array.isArray(sent) && [document, ...sent].every(isDocument)
}

const isDocument = (value: unknown): boolean => {
  const { definition } = (value ?? {}) as { definition?: FlowDefinition }
  return definition !== undefined && parseDefinition(definition).ok
}

export function createDraftPort(id: string): DraftPort {
  return {
    save: (document, base) => save(id, document, base),
    local: localCopy(id),
    isSame: isSameDocument,
    later(run, afterMs) {
      const timer = setTimeout(run, afterMs)
      return () => clearTimeout(timer)
    },
  }
}

function isSameDocument(a: FlowDocument, b: FlowDocument): boolean {
  return JSON.stringify(toUpdate('', a)) === JSON.stringify(toUpdate('', b))
}
