import type { api } from '../../../app/api.ts'

/** Where flows are with a contact. */
export type CurrentFlow = Awaited<ReturnType<typeof api.flows.states.current>>
