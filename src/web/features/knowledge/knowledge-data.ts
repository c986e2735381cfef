import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, queries } from '../../app/api.ts'
import { readBase64 } from '../../app/base64.ts'
import { useNotify } from '../../ui/messages/notify.ts'

export type Shelf = Awaited<ReturnType<typeof api.knowledge.list>>
export type Document = Shelf['documents'][number]

const REFRESH_MS = 10_000
/** Somebody waits for what is being read. */
const BUSY_REFRESH_MS = 1_500

export const isUnderWay = ({ state }: Pick<Document, 'state'>): boolean =>
  state === 'waiting' || state === 'reading'

/** The person's documents, newest first, page after page; looked at often while one is being read. */
export const useDocuments = () =>
  useInfiniteQuery({
    ...queries.knowledge.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...(cursor !== undefined && { cursor }) }),
      initialPageParam: undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(
        ({ documents, meaning }) => documents.some(isUnderWay) || (meaning.waiting > 0 && !meaning.problem),
      )
        ? BUSY_REFRESH_MS
        : REFRESH_MS,
  })

/** Ends a change: the documents are read again, and `done` is shown. What was refused is shown instead. */
function useEnd() {
  const cache = useQueryClient()
  const notify = useNotify()
  return {
    onError: notify.failed,
    done: (sentence: string) => {
      void cache.invalidateQueries({ queryKey: queries.knowledge.key() })
      notify.done(sentence)
    },
  }
}

export function useAddFile(collection: string, taken: (name: string) => string) {
  const { done, onError } = useEnd()
  return useMutation({
    mutationFn: async (file: File) =>
      api.knowledge.add({
        file: { base64: await readBase64(file), mimetype: file.type || 'application/octet-stream' },
        ...(file.name && { fileName: file.name.slice(-200) }),
        collection,
      }),
    onSuccess: ({ title }) => done(taken(title)),
    onError,
  })
}

export function useAddUrl(collection: string, taken: (name: string) => string, onDone: () => void) {
  const { done, onError } = useEnd()
  return useMutation({
    mutationFn: (url: string) => api.knowledge.addUrl({ url, collection }),
    onSuccess: ({ title }) => {
      done(taken(title))
      onDone()
    },
    onError,
  })
}

export function useRefresh(refreshed: (name: string) => string) {
  const { done, onError } = useEnd()
  return useMutation({
    mutationFn: ({ id }: Pick<Document, 'id'>) => api.knowledge.refresh({ id }),
    onSuccess: ({ title }) => done(refreshed(title)),
    onError,
  })
}

export function useRemove(removed: string, onDone: () => void) {
  const { done, onError } = useEnd()
  return useMutation({
    mutationFn: (id: string) => api.knowledge.remove({ id }),
    onSuccess: () => {
      done(removed)
      onDone()
    },
    onError,
  })
}

/** Chooses the model by which documents are found by meaning; null: none. */
export function useSetModel(done: (model: string | null) => string) {
  const { done: end, onError } = useEnd()
  return useMutation({
    mutationFn: (model: string | null) => api.knowledge.setModel({ model }),
    onSuccess: ({ model }) => end(done(model)),
    onError,
  })
}
