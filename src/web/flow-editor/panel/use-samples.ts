import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { toPhoneNumber } from '../../../core/addresses.ts'
import { queries } from '../../app/api.ts'
import { useDocument, useEditor } from '../editor-context.tsx'
import { readSamples } from '../model/samples.ts'

const FRESH_MS = 30_000
const NO_SAMPLES: ReadonlyMap<string, string> = new Map()

/** What each name held in the flow's last run; asked for when somebody is about to choose one. */
export function useSamples(isWanted: boolean): ReadonlyMap<string, string> {
  const { flowId } = useEditor()
  const { name, definition } = useDocument()
  const { variables } = definition
  const { data } = useQuery(
    queries.flows.states.list.queryOptions({
      input: { flowId, limit: 1 },
      enabled: isWanted,
      staleTime: FRESH_MS,
    }),
  )
  const run = data?.states[0]
  return useMemo(() => {
    if (!run) return NO_SAMPLES
    const phone = toPhoneNumber(run.contactJid)
    return new Map([
      ...readSamples(run.context, variables),
      ['contact.jid', run.contactJid],
      ...(phone === null ? [] : [['contact.phone', phone] as const]),
      ['flow.name', name],
    ])
  }, [run, variables, name])
}
