import type { Message } from '../../../conversation/message.ts'
import type { FilterEnvironment, TemplateScope } from '../../expressions/liquid.ts'
import type { ROOT_FIELDS } from '../../nodes/fields/text-field.ts'
import type { ClientState, ContactState, RunContext } from '../../run.ts'
import { fromKept } from '../kept-message.ts'

type FieldOf<Root extends keyof typeof ROOT_FIELDS> = (typeof ROOT_FIELDS)[Root][number]

/** What a template can read of the step it is rendered at. */
export interface ReadableStep {
  readonly run: { readonly context: RunContext }
  readonly plan: { readonly now: number; readonly message: Message | null }
  readonly contact: ContactState
  readonly client: ClientState
  readonly snapshot: { readonly flowId: string; readonly name: string }
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
    name: contact.name,
    tags: contact.tags,
    favourite: contact.favourite,
    fields: contact.fields,
  }),
  message: ({ plan, run }) => plan.message ?? (run.context.last ? fromKept(run.context.last) : {}),
  last: ({ run }) => run.context.last ?? {},
  trigger: ({ run }) => run.context.trigger ?? {},
  node: ({ run }) => run.context.nodes ?? {},
  secrets: ({ secretMarks }) => secretMarks,
  prev: ({ run }) => run.context.prev ?? {},
  flow: ({ snapshot }): Record<FieldOf<'flow'>, unknown> => ({ id: snapshot.flowId, name: snapshot.name }),
  client: ({ client }): Record<FieldOf<'client'>, unknown> => ({
    id: client.id,
    name: client.name,
    phone: client.phone,
  }),
  now: ({ plan }) => new Date(plan.now).toISOString(),
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
