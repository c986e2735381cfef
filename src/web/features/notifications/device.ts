import { api } from '../../app/api.ts'
import { choose, isChosen } from './device-choices.ts'

const WORKER = '/sw.js'

/** Pushes need a service worker, and so https or this machine. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

const findSubscription = async (): Promise<PushSubscription | null> => {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/** `page`: only while a page is open. `unreached`: so too, as the browser got no address of its own push service. */
export type DeviceState = 'on' | 'page' | 'off' | 'denied' | 'unsupported' | 'unreached'

export async function readDevice(): Promise<DeviceState> {
  if (!globalThis.isSecureContext || !('Notification' in globalThis)) return 'unsupported'
  if (Notification.permission !== 'granted') return Notification.permission === 'denied' ? 'denied' : 'off'
  if (canPush() && (await findSubscription())) return 'on'
  return isChosen('page-notices') ? 'page' : 'off'
}

/** The keys of a subscription as the service takes them. */
function toDevice(subscription: PushSubscription, language: string) {
  const { endpoint, keys } = subscription.toJSON()
  return {
    endpoint: endpoint ?? subscription.endpoint,
    keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
    language,
  }
}

/** Asks the person, then the browser's push service, and tells the service where it is. */
export async function turnOn(publicKey: string, language: string): Promise<DeviceState> {
  if ((await Notification.requestPermission()) !== 'granted' || !canPush()) return await turnPageOn()
  await navigator.serviceWorker.register(WORKER)
  const { pushManager } = await navigator.serviceWorker.ready
  // One that was made with the key of another installation takes nothing of this one.
  const before = await pushManager.getSubscription()
  await before?.unsubscribe()
  const asked = pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const made = await asked.catch((error: unknown) => {
    if (error instanceof DOMException) return null
    throw error
  })
  choose('page-notices', !made)
  if (!made) return 'unreached'
  await api.notifications.subscribe(toDevice(made, language))
  return 'on'
}

/** Notifications by pages that are open, without a push service. */
export async function turnPageOn(): Promise<DeviceState> {
  if ((await Notification.requestPermission()) === 'granted') choose('page-notices', true)
  return await readDevice()
}

export async function turnOff(): Promise<DeviceState> {
  choose('page-notices', false)
  const subscription = canPush() ? await findSubscription() : null
  if (subscription) {
    await api.notifications.unsubscribe({ endpoint: subscription.endpoint })
    await subscription.unsubscribe()
  }
  return 'off'
}

/** Who signed in anew on a device that gets pushes goes on getting them; another person gets none of them. */
export async function renewDevice(language: string): Promise<void> {
  if ((await readDevice()) !== 'on') return
  const subscription = await findSubscription()
  if (subscription) await api.notifications.subscribe(toDevice(subscription, language))
}
