import type { QueryClient } from '@tanstack/react-query'
import { dropPrefetched } from '../prefetched.ts'
import type { AppRouter } from './router.tsx'

/**
 * When the dashboard is opened by an address: begins to load what the page there is made of and asks for what it shows, all
 * at once. The router by itself does one after the other, as it must not show a page before it knows who is signed in.
 */
export function beginPage(router: AppRouter, client: QueryClient, { pathname, search }: Location): void {
  const asked = router.options.parseSearch(search)
  const [routes] = router.getMatchedRoutes(pathname)
  for (const route of routes) router.loadRouteChunk(route)?.catch(() => undefined)
  void Promise.all(routes.map((route) => route.options.staticData?.ask?.(client, asked))).then(dropPrefetched)
}
