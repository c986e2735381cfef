// Shows what the service pushes to this device, and leads to it. It keeps nothing and answers no requests of pages.

/** @typedef {{ title: string, body: string, url: string }} Push */

const ANSWER_WITHIN_MS = 500

/**
 * Where a page is now: a browser tells only where it began. One that does not answer is taken for there.
 * @param {WindowClient} page
 * @returns {Promise<string>}
 */
const askPlace = (page) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(() => resolve(page.url), ANSWER_WITHIN_MS)
    port1.onmessage = ({ data }) => {
      clearTimeout(timer)
      resolve(data)
    }
    page.postMessage('where', [port2])
  })

/** @param {WindowClient} page @param {string} url Whether the page shows that conversation, before somebody's eyes. */
const isShowing = async (page, url) => {
  if (page.visibilityState !== 'visible' || !page.focused) return false
  const [shown, told] = [new URL(await askPlace(page)), new URL(url, self.location.origin)]
  const names = ['client', 'chat']
  return (
    shown.pathname === told.pathname &&
    names.every((name) => shown.searchParams.get(name) === told.searchParams.get(name))
  )
}

const listPages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** @param {Push} push */
async function show({ title, body, url }) {
  const pages = await listPages()
  const looks = await Promise.all(pages.map((page) => isShowing(page, url)))
  if (looks.includes(true)) return
  const look = { icon: '/icon-192.png', badge: '/badge-96.png' }
  await self.registration.showNotification(title, { ...look, body, tag: url, renotify: true, data: { url } })
}

/** @param {string} url */
async function open(url) {
  const [page] = await listPages()
  if (!page) return await self.clients.openWindow(url)
  await page.focus()
  return await page.navigate(url).catch(() => self.clients.openWindow(url))
}

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json()))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.url))
})
