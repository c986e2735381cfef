import type { CaseStep } from '../../../../core/flow/index.ts'

/** What the flow that is tested is called in a case, wherever the case is kept. */
export const TESTED_FLOW = 'flow'

/** A conversation that is to go the same way each time, in the form of docs/flows.md; the flow itself is not in it. */
export interface FlowCaseDocument extends Record<string, unknown> {
  title: string
  startAt: string
  contactFields?: Readonly<Record<string, string | readonly string[]>>
  contacts: Record<string, { name: string; phone?: string; tags?: readonly string[]; fields?: object }>
  script: readonly CaseStep[]
}

interface Conversation {
  title: string
  /** In milliseconds. */
  startAt: number
  contact: {
    name: string
    phone: string | null
    tags: readonly string[]
    fields: Readonly<Record<string, unknown>>
  }
  /** What the fields hold that the flow names. */
  contactFields?: FlowCaseDocument['contactFields']
  script: readonly CaseStep[]
}

export function toCaseDocument(conversation: Conversation): FlowCaseDocument {
  const { title, startAt, contact, contactFields = {}, script } = conversation
  return {
    title,
    startAt: new Date(startAt).toISOString(),
    ...(Object.keys(contactFields).length > 0 && { contactFields }),
    contacts: {
      u1: {
        name: contact.name,
        ...(contact.phone !== null && { phone: contact.phone }),
        ...(contact.tags.length > 0 && { tags: contact.tags }),
        ...(Object.keys(contact.fields).length > 0 && { fields: contact.fields }),
      },
    },
    script: [...script],
  }
}

/** How tests looked while browsers kept them, with the tested flow under another name. */
interface KeptTest {
  title: string
  startAt: string
  contactName: string
  script: readonly CaseStep[]
}

const FORMER_NAME = 'draft'

const isKeptTest = (value: unknown): value is KeptTest => {
  const { title, startAt, script } = (value ?? {}) as Partial<Record<keyof KeptTest, unknown>>
  return typeof title === 'string' && typeof startAt === 'string' && Array.isArray(script)
}

function renameFlow(step: CaseStep): CaseStep {
  return Object.fromEntries(
    Object.entries(step).map(([name, value]) => {
      const isStart = (name === 'start' || name === 'schedule') && typeof value === 'object' && value !== null
      const { flow } = (isStart ? value : {}) as { flow?: unknown }
      return [name, flow === FORMER_NAME ? { ...(value as object), flow: TESTED_FLOW } : value]
    }),
  ) as CaseStep
}

/** A test that a browser still holds, as a case of today; null for what is none. */
export function fromKeptTest(value: unknown): FlowCaseDocument | null {
  if (!isKeptTest(value) || Number.isNaN(Date.parse(value.startAt))) return null
  const { title, startAt, contactName = '', script } = value
  const contact = { name: contactName, phone: null, tags: [], fields: {} }
  return toCaseDocument({ title, startAt: Date.parse(startAt), contact, script: script.map(renameFlow) })
}
