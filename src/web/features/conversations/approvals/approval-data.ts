import { useQuery } from '@tanstack/react-query'
import { type api, queries } from '../../../app/api.ts'
import { createTextHook } from '../../../i18n/text-hook.ts'
import { useLookAgain } from '../../../live/live.tsx'
import { LOOK_AGAIN_MS } from '../chat-data.ts'

/** The strings about answers that wait for a person. */
export const useApprovalsText = createTextHook(
  {
    en: () => import('../../../i18n/en/data/approvals.ts'),
    pt: () => import('../../../i18n/pt/data/approvals.ts'),
    es: () => import('../../../i18n/es/data/approvals.ts'),
  },
  ({ approvals }) => approvals,
)

export type Approval = Awaited<ReturnType<typeof api.approvals.list>>['approvals'][number]

const MOST = 100

/** All that waits, of all clients. */
export const useApprovals = () =>
  useQuery({
    ...queries.approvals.list.queryOptions({ input: { limit: MOST } }),
    refetchInterval: useLookAgain(LOOK_AGAIN_MS),
  })

/** What waits in one conversation: one answer at most. */
export const useApprovalOf = (clientId: string, contactJid: string) =>
  useQuery({
    ...queries.approvals.list.queryOptions({ input: { clientId, contactJid, limit: 1 } }),
    refetchInterval: useLookAgain(LOOK_AGAIN_MS),
  })

/** How many there are; where there are more than one page holds, it says so. */
export const countOf = ({
  approvals,
  nextCursor,
}: {
  approvals: readonly unknown[]
  nextCursor: unknown
}): string => (nextCursor === null ? String(approvals.length) : `${approvals.length}+`)
