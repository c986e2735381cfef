import type { Page } from '@playwright/test'
import { type DashboardService, expect } from './dashboard.ts'

const API = '/api/rpc/api-reference'
const at = { x: 0, y: 0 }

export const node = (id: string, type: string, data: object, x = 0) => ({
  id,
  type,
  data,
  position: { ...at, x },
})
export const edge = (source: string, sourceHandle: string, target: string) => ({
  id: `${source}-${target}`,
  source,
  sourceHandle,
  target,
})

/** Calls an operation as the person who is signed in. */
export async function call<T>(
  page: Page,
  { service }: DashboardService,
  operation: string,
  data: object,
): Promise<T> {
  const answer = await page.request.post(`${API}/${operation}`, { data, headers: { origin: service.url } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as T
}
