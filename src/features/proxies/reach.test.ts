import { expect, test } from 'vitest'
import { ProxyError, type ProxyRoute } from '../../network/port.ts'
import { createFirstTry, createReach } from './reach.ts'

const MAIN = { kind: 'whatsapp' } as const

const routes: ProxyRoute[] = Array.from({ length: 1000 }, (_, at) => ({
  ...{ id: String(at), protocol: 'http', host: `proxy-${at}.test`, port: 8080, user: '', password: '' },
  isOwn: false,
}))

test('a thousand silent proxies are tried in two turns of ten seconds', async () => {
  const waiting: ((late: Error) => void)[] = []
  const within = new Set<number | undefined>()
  const reach = createReach(
    {
      tryProxy: (_target, route, withinMs) =>
        new Promise((_, reject) => {
          within.add(withinMs)
          waiting.push(() =>
            reject(new ProxyError('no_answer', { code: 'LATE', params: { proxy: route.host } })),
          )
        }),
    },
    () => MAIN,
  )
  const tried = createFirstTry(reach)(routes)
  expect(waiting).toHaveLength(500)
  for (const end of waiting.splice(0)) end(new Error())
  while (waiting.length < 500) await Promise.resolve()
  for (const end of waiting.splice(0)) end(new Error())
  const all = [...(await tried).values()]
  expect(all).toHaveLength(1000)
  expect(all.every((problem) => problem?.fault === 'no_answer')).toBe(true)
  expect([...within]).toEqual([10_000])
})

test('what is no fault of a proxy is thrown on', async () => {
  const reach = createReach({ tryProxy: () => Promise.reject(new TypeError('a bug')) }, () => MAIN)
  await expect(createFirstTry(reach)(routes.slice(0, 1))).rejects.toThrow('a bug')
})
