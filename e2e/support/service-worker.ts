import type { Page, Worker } from '@playwright/test'

/** Registers the service worker as the button does, and notes what it shows: a browser of tests has no screen for notifications. */
export async function startServiceWorker(page: Page): Promise<Worker> {
  const started = page.context().waitForEvent('serviceworker')
  await page.evaluate(
    `navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => null)`,
  )
  const worker = await started
  await worker.evaluate(() => {
    const shown: string[] = []
    const registration = Reflect.get(globalThis, 'registration')
    registration.showNotification = async (title: string, { body, data }: { body: string; data: object }) => {
      shown.push([title, body, Reflect.get(data, 'url')].join(' | '))
    }
    Reflect.set(globalThis, 'shown', shown)
  })
  return worker
}

/** What the service worker showed so far, each as its title, body and address. */
export const readShown = (worker: Worker): Promise<string[]> =>
  worker.evaluate(() => Reflect.get(globalThis, 'shown') as string[])

/** Hands a push to the service worker as the browser does when one came from its push service. */
export async function openPushes(page: Page, origin: string) {
  const browser = await page.context().newCDPSession(page)
  const known = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations
      if (one) resolve(one.registrationId)
    })
  })
  await browser.send('ServiceWorker.enable')
  const registrationId = await known
  return (push: unknown) =>
    browser.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(push) })
}
