import { api, toFailure } from '../../app/api.ts'
import type { Flow } from './flow-data.ts'
import type { NewFlow } from './new-flow.ts'

type Settings = Partial<NewFlow['settings']>

async function isKnown({ version, name }: NewFlow, settings: Settings): Promise<boolean> {
  try {
    await api.flows.validate({ flow: { version, name, settings } })
    return true
  } catch (error) {
    if (toFailure(error).code === 'BAD_REQUEST') return false
    throw error
  }
}

/**
 * Makes the flow. A browser may know time zones which the service does not know yet, and call its language by what is no
 * language tag: what of these the service does not know is left to its own defaults, as such a flow could not be published.
 */
export async function importNewFlow(flow: NewFlow): Promise<Flow> {
  if (await isKnown(flow, flow.settings)) return await api.flows.import(flow)
  const { timezone, locale } = flow.settings
  const [isZoneKnown, isLocaleKnown] = await Promise.all([
    isKnown(flow, { timezone }),
    isKnown(flow, { locale }),
  ])
  const known = { ...(isZoneKnown && { timezone }), ...(isLocaleKnown && { locale }) }
  return await api.flows.import({ ...flow, settings: known })
}
