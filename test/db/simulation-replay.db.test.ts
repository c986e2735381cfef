import { expect, test } from 'vitest'
import { prepareReplay, replaySchedule } from '../simulation/replay.ts'
import { installVirtualTimers } from '../simulation/virtual-time.ts'
import { useTestDatabase } from '../support/database.ts'

const database = useTestDatabase()
const SCHEDULES = Number(process.env.REPLAYS ?? 25)

test(`PostgreSQL answers every statement of ${SCHEDULES} random histories as the memory of the simulation does`, {
  timeout: SCHEDULES * 20_000,
}, async () => {
  await prepareReplay(database())
  const uninstall = installVirtualTimers()
  try {
    const differences: string[] = []
    for (let seed = 1; seed <= SCHEDULES && differences.length < 5; seed += 1) {
      const found = await replaySchedule(database(), seed)
      differences.push(...found.map((difference) => `seed ${seed}: ${difference}`))
    }
    expect(differences).toEqual([])
  } finally {
    uninstall()
  }
})
