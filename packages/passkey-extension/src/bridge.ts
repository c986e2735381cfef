import { getExtensionApi } from './extension-api.ts'
import { isFromPage, isMessage } from './messages.ts'
import { Petition } from './petition.ts'

/** Only scripts of this extension see it, and not those of the page. */
const world = globalThis as { parleyPetition?: () => void }

/** Also where the page is not encrypted, in which browsers have no `randomUUID`. */
const createId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/**
 * Runs in the page on which somebody pressed the extension's button, once for each press: the one before makes way.
 * A page hears nothing of the extension before that.
 */
function begin(): void {
  world.parleyPetition?.()
  const { runtime } = getExtensionApi()
  const petition = new Petition({
    id: createId(),
    post: (message) => window.postMessage(message, location.origin),
    send: (message) => runtime.sendMessage(message),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  })
  const onMessage = ({ source, origin, data }: MessageEvent) => {
    if (source === window && origin === location.origin && isFromPage(data)) petition.handlePage(data)
  }
  const take: Parameters<typeof runtime.onMessage.addListener>[0] = (message, sender, answer) => {
    // The background has no tab.
    if (sender.id !== runtime.id || sender.tab || !isMessage(message)) return false
    petition.handleSigner(message).then(answer, () => answer(false))
    return true
  }
  window.addEventListener('message', onMessage)
  runtime.onMessage.addListener(take)
  const stop = () => {
    window.removeEventListener('message', onMessage)
    runtime.onMessage.removeListener(take)
    petition.withdraw()
  }
  window.addEventListener('pagehide', stop, { once: true })
  world.parleyPetition = stop
  void petition.run()
}

begin()
