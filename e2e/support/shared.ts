import { createWorkplace, type ServiceProcess, type Workplace } from '../../test/support/service-process.ts'
import { test as base, type DashboardService, PASSWORD } from './dashboard.ts'

interface Shared {
  place: Workplace
  service: ServiceProcess
  /** How many journeys began on it. */
  begun: number
}

/** The first account is the administrator's. */
async function signUp({ url }: ServiceProcess, email: string): Promise<void> {
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ name: 'The operator', email, password: PASSWORD }),
  })
  if (!answer.ok) throw new Error(`the first account was refused: ${await answer.text()}`)
}

/**
 * A test on a service that its worker keeps for many: for journeys of people who see what is theirs. Each begins with an account of
 * its own, as an ordinary user. What an administrator does, and what stops or sets up the service, has one of its own.
 */
export const test = base.extend<{ dashboard: DashboardService }, { shared: Shared }>({
  shared: [
    // Playwright reads what a fixture needs from this pattern, and this one needs nothing.
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const place = createWorkplace({ OUTBOUND_ALLOW: '127.0.0.1', SIGN_UP: 'open' })
      try {
        const service = await place.start()
        await signUp(service, 'operator@example.org')
        await use({ place, service, begun: 0 })
      } finally {
        await place.remove()
      }
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  dashboard: async ({ shared }, use) => {
    shared.begun += 1
    const { place, service, begun } = shared
    await use({ place, service, addressOf: (name) => `${name}-${begun}@example.org` })
  },
})
