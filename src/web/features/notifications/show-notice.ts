import { readDevice } from './device.ts'

interface Shown {
  title: string
  body: string
  clientId: string
  jid: string
}

const ICON = '/icon-192.png'

/** Shows a notification of this page, unless this browser gets pushes: nobody is told twice of one thing. */
export async function showNotice({ title, body, clientId, jid }: Shown, onOpen: () => void): Promise<void> {
  if ((await readDevice()) !== 'page') return
  const url = `/inbox?${new URLSearchParams({ client: clientId, chat: jid })}`
  const look = { body, icon: ICON, tag: url }
  try {
    const shown = new Notification(title, look)
    shown.onclick = () => {
      shown.close()
      window.focus()
      onOpen()
    }
  } catch {
    // Browsers of phones leave it to a service worker, which leads to the conversation by itself.
    const registration = await navigator.serviceWorker?.getRegistration('/')
    await registration?.showNotification(title, { ...look, data: { url } })
  }
}
