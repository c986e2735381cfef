import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { isSameFlow } from '../../../core/flow/index.ts'
import { api, queries } from '../../app/api.ts'
import { useDocument, useEditor } from '../editor-context.tsx'
import type { FlowDocument } from '../model/graph.ts'
import { loadVersion } from '../versions/load-version.ts'

/** What new runs start on; null while nothing of the flow is published. */
async function loadPublished(id: string): Promise<FlowDocument | null> {
  const { versions } = await api.flows.versions({ id, limit: 1 })
  const [newest] = versions
  return newest?.isActive ? await loadVersion(id, newest.number) : null
}

/** How the draft stands beside what is published: a draft only, published as it is, or with changes since. */
export function useUnpublished(): { isActive: boolean; hasChanges: boolean; isPending: boolean } {
  const { flowId } = useEditor()
  const draft = useDeferredValue(useDocument())
  const { data: published, isPending } = useQuery({
    queryKey: [...queries.flows.key(), 'published', flowId],
    queryFn: () => loadPublished(flowId),
  })
  const hasChanges = useMemo(() => !published || !isSameFlow(published, draft), [published, draft])
  return { isActive: Boolean(published), hasChanges, isPending }
}
