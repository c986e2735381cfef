import { buildDashboard } from '../../src/bin/builds/dashboard.ts'
import { buildServer } from '../../src/bin/builds/server.ts'

/**
 * The set-up of tiers that start services: what a first start of a version builds is there before, so that of many starts at
 * once not each builds it.
 */
export default async function setup(): Promise<void> {
  await buildServer()
  await buildDashboard({ info: () => undefined })
}
