import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, queries, toFailure } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { pickFreeName } from './flow-names.ts'

export type Flow = Awaited<ReturnType<typeof api.flows.get>>

export interface Problem {
  message: string
  reason?: unknown
  params?: unknown
  flow?: string | undefined
  code?: string | undefined
  nodeId?: string | null | undefined
  path?: string | undefined
}

/** What a refused publish found wrong with the graph; empty when it was refused for something else. */
export function readProblems(error: unknown): Problem[] {
  const { code, data } = toFailure(error)
  if (code !== 'BAD_REQUEST' || typeof data !== 'object' || data === null || !('errors' in data)) return []
  return Array.isArray(data.errors) ? (data.errors as Problem[]) : []
}

/** The names of the person's flows as they are now. */
export async function readFlowNames(client: QueryClient): Promise<string[]> {
  const flows = await client.fetchQuery({ ...queries.flows.list.queryOptions({ input: {} }), staleTime: 0 })
  return flows.map(({ name }) => name)
}

/** A copy under a name of its own. */
export async function duplicateFlow(
  client: QueryClient,
  { id, name }: Pick<Flow, 'id' | 'name'>,
): Promise<Flow> {
  return await api.flows.duplicate({ id, name: pickFreeName(name, new Set(await readFlowNames(client))) })
}

/** What can be done with a flow; each says how it went and has the lists asked for again. */
export function useFlowActions(flow: Pick<Flow, 'id' | 'name'>) {
  const { name } = flow
  const { flows: text } = useText()
  const client = useQueryClient()
  const notify = useNotify()
  const finish = (sentence: string) => ({
    onError: notify.failed,
    async onSuccess() {
      notify.done(sentence)
      await client.invalidateQueries({ queryKey: queries.flows.key() })
    },
  })
  return {
    // What is wrong with a graph is shown as a list, not as a notice.
    publish: useMutation(
      queries.flows.publish.mutationOptions({
        ...finish(text.publishedToast(name)),
        onError: (error) => (readProblems(error).length > 0 ? undefined : notify.failed(error)),
      }),
    ),
    unpublish: useMutation(queries.flows.unpublish.mutationOptions(finish(text.unpublishedToast(name)))),
    duplicate: useMutation({
      mutationFn: () => duplicateFlow(client, flow),
      ...finish(text.duplicated),
    }),
    update: useMutation(
      queries.flows.update.mutationOptions({
        onError: notify.failed,
        onSuccess: () => client.invalidateQueries({ queryKey: queries.flows.key() }),
      }),
    ),
    remove: useMutation(queries.flows.delete.mutationOptions(finish(text.deleted(name)))),
  }
}
