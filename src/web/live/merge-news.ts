import type { Query, QueryClient } from '@tanstack/react-query'

/** How often news are read again because the query was read by somebody else meanwhile. */
const MOST_TRIES = 5

async function settled({ promise }: Query): Promise<void> {
  try {
    await promise
  } catch {
    // What became of it is in the query's state.
  }
}

/**
 * Reads news and puts them over what a query holds. A fetch of the query that is under way may have been answered
 * before the news came, and would put its older answer over them: it is waited for, and when another one comes in
 * between, the news are read again. `patch` answers null when the news do not fit on what is there; then, and when they
 * cannot be read, the query is read anew as a whole.
 */
export async function mergeNews<Data, News>(
  client: QueryClient,
  query: Query,
  read: () => Promise<News>,
  patch: (known: Data, news: News) => Data | null,
): Promise<void> {
  const { queryKey } = query
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    // Offline: it will be read when there is a connection, and then holds the news.
    if (query.state.fetchStatus === 'paused') return
    await settled(query)
    const { dataUpdateCount, data } = query.state
    if (data === undefined) return
    const news = await read().catch(() => null)
    if (news === null) break
    if (query.state.fetchStatus !== 'idle' || query.state.dataUpdateCount !== dataUpdateCount) continue
    const patched = patch(data as Data, news)
    if (patched === null) break
    client.setQueryData<Data>(queryKey, patched)
    return
  }
  await client.invalidateQueries({ queryKey, exact: true })
}

/** Reads all again that is shown, also what is being read for the first time and may have been answered before. */
export async function readAgain(client: QueryClient): Promise<void> {
  const firstReads = client
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.fetchStatus === 'fetching' && state.data === undefined })
  await Promise.all([
    client.invalidateQueries(),
    ...firstReads.map(async (query) => {
      await settled(query)
      await client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }),
  ])
}
