import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_PREFIX } from '../../src/contract/operation.ts'
import { type Cluster, createCluster, insertKeys } from '../support/cluster.ts'
import { createWorkplace, type ServiceProcess } from '../support/service-process.ts'

let cluster: Cluster
let apis: ServiceProcess[]

beforeAll(async () => {
  cluster = await createCluster()
  apis = await Promise.all([cluster.start('api'), cluster.start('api')])
})

afterAll(() => cluster?.remove())

test('a limit and a revoked key hold at every API process at once', async () => {
  const small = await insertKeys(cluster.database, 'free', 1)
  const ping = async (api: ServiceProcess | undefined) =>
    (
      await fetch(`${api?.url}${API_PREFIX}/server/ping`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': small.keys[0] ?? '' },
        body: '{}',
      })
    ).status
  const statuses = await Promise.all(Array.from({ length: 110 }, (_, i) => ping(apis[i % 2])))
  expect(statuses.filter((status) => status === 200)).toHaveLength(100)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  await small.revoke()
  expect(await Promise.all([ping(apis[0]), ping(apis[1])])).toEqual([401, 401])
})

test('one role alone refuses to start without what the others share', async () => {
  const alone = createWorkplace()
  try {
    for (const role of ['api', 'worker']) {
      const { exitCode, stderr } = await alone.startRefused({ args: [role] })
      expect({ exitCode, stderr }).toMatchObject({
        exitCode: 1,
        stderr: expect.stringMatching(/DATABASE_URL .* and NATS_URL/),
      })
    }
  } finally {
    await alone.remove()
  }
})
