import { useQuery } from '@tanstack/react-query'
import { type api, queries } from '../../app/api.ts'
import { useChange } from '../../app/use-change.ts'

export type Profile = Awaited<ReturnType<typeof api.profile.get>>
export type Privacy = Awaited<ReturnType<typeof api.profile.getPrivacy>>
export type PrivacyChange = Omit<Parameters<typeof api.profile.updatePrivacy>[0], 'clientId'>

/** Each look asks the network, so what was read stays until something changes. */
const STALE_MS = 60_000

export const useProfile = (clientId: string) =>
  useQuery(queries.profile.get.queryOptions({ input: { clientId }, staleTime: STALE_MS, retry: false }))

export const usePrivacy = (clientId: string) =>
  useQuery(
    queries.profile.getPrivacy.queryOptions({ input: { clientId }, staleTime: STALE_MS, retry: false }),
  )

/** Does something to a profile; tells `done` when it is done. */
export const useProfileChange = () => useChange(queries.profile.key(), () => {})
