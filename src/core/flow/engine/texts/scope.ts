import type { Message } from '../../../conversation/message.ts'
import type { FilterEnvironment, TemplateScope } from '../../expressions/liquid.ts'
import type { ROOT_FIELDS } from '../../nodes/fields/text-field.ts'
import type { ClientState, ContactState, RunContext } from '../../run.ts'
import type { FlowSnapshot } from '../../snapshot.ts'
import { fromKept } from '../kept-message.ts'
import type { UrlOf } from '../plan.ts'

type FieldOf<Root extends keyof typeof ROOT_FIELDS> = (typeof ROOT_FIELDS)[Root][number]

/** What a template can read of the step it is rendered at. */
export interface ReadableStep {
  readonly run: { readonly id: string; readonly context: RunContext }
  readonly plan: { readonly now: number; readonly message: Message | null; readonly urlOf: UrlOf }
  readonly nodeId: string
  readonly depth: number
  readonly contact: ContactState
  readonly client: ClientState
  readonly snapshot: Pick<FlowSnapshot, 'flowId' | 'name' | 'language' | 'calledNodes'>
  /** What `secrets.NAME` reads: nothing, but while a field is rendered that the host fills in. */
  readonly secretMarks: Readonly<Record<string, string>>
  readonly timezone: string
  readonly locale: string
  readonly seed: string
}

/** The roots of docs/flows.md and how each is found at a step; a variable never hides one of them. */
const ROOTS: Readonly<Record<string, (step: ReadableStep) => unknown>> = {
  vars: ({ run }) => run.context.vars,
  contact: ({ contact }): Record<FieldOf<'contact'>, unknown> => ({
    jid: contact.jid,
    phone: contact.phone,
    username: contact.username ?? null,
    name: contact.name,
    tags: contact.tags,
    favourite: contact.favourite,
    fields: contact.fields,
  }),
  message: ({ plan, run }) => plan.message ?? (run.context.last ? fromKept(run.context.last) : {}),
  last: ({ run }) => run.context.last ?? {},
  trigger: ({ run }) => run.context.trigger ?? {},
  node: readNodes,
  secrets: ({ secretMarks }) => secretMarks,
  prev: ({ run }) => run.context.prev ?? {},
  flow: ({ snapshot }): Record<FieldOf<'flow'>, unknown> => ({
    id: snapshot.flowId,
    name: snapshot.name,
    language: snapshot.language,
  }),
  client: ({ client }): Record<FieldOf<'client'>, unknown> => ({
    id: client.id,
    name: client.name,
    phone: client.phone,
  }),
  now: ({ plan }) => new Date(plan.now).toISOString(),
}

/** What nodes came to, and the address at which each wait for a call is called: while a run rests there its own, else that of its next visit. */
function readNodes({ run, plan, snapshot, nodeId, depth }: ReadableStep): Readonly<Record<string, unknown>> {
  const results: Readonly<Record<string, object>> = run.context.nodes ?? {}
  if (snapshot.calledNodes.length === 0) return results
  const called = snapshot.calledNodes.map((id): [string, object] => {
    const place = depth > 0 ? `${snapshot.flowId}:${id}` : id
    const visit = (run.context.visits[place] ?? 0) + (id === nodeId ? 0 : 1)
    return [id, { ...results[id], url: plan.urlOf(run.id, place, visit) }]
  })
  return { ...results, ...Object.fromEntries(called) }
}

/** What stands under one root name, or the variable of that name. */
export function readRoot(step: ReadableStep, name: string): unknown {
  const find = Object.hasOwn(ROOTS, name) ? ROOTS[name] : undefined
  if (find) return find(step)
  const { vars } = step.run.context
  return Object.hasOwn(vars, name) ? vars[name] : undefined
}

/** The names a template can read at this step; built only as far as the template asks. */
export class StepScope implements TemplateScope {
  private readonly step: ReadableStep

  constructor(step: ReadableStep) {
    this.step = step
  }

  get values(): object {
    const values: Record<string, unknown> = { ...this.step.run.context.vars }
    for (const [name, find] of Object.entries(ROOTS)) values[name] = find(this.step)
    return values
  }

  root(name: string): unknown {
    return readRoot(this.step, name)
  }

  get environment(): FilterEnvironment {
    const { plan, client, timezone, locale, seed } = this.step
    return { now: plan.now, timezone, locale, defaultCountry: client.defaultCountry, seed }
  }
}
