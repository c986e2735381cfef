import type { TemplateScope } from '../expressions/liquid.ts'
import type { Execution } from './execution.ts'

/** The names a template can read at this step: variables at the top level, then the roots over them. */
export function buildScope(execution: Execution): TemplateScope {
  const { run, plan, snapshot, contact, client } = execution
  const { vars, last, trigger, visits, prev } = run.context
  const { settings } = snapshot.definition
  return {
    values: {
      ...vars,
      vars,
      contact: {
        jid: contact.jid,
        phone: contact.phone,
        name: contact.name,
        tags: contact.tags,
        favourite: contact.favourite,
        fields: contact.fields,
      },
      message: plan.message ?? last ?? {},
      last: last ?? {},
      trigger: trigger ?? {},
      node: {},
      prev: prev ?? {},
      flow: { id: snapshot.flowId, name: snapshot.name },
      client: { id: client.id, name: client.name, phone: client.phone },
      get now() {
        return new Date(plan.now).toISOString()
      },
    },
    environment: {
      now: plan.now,
      timezone: settings.timezone ?? 'UTC',
      locale: settings.locale ?? 'en',
      defaultCountry: client.defaultCountry,
      seed: `${run.id}:${execution.nodeId}:${visits[execution.nodeId] ?? 0}`,
    },
  }
}
