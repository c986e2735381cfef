import { type ExtensionApi, getExtensionApi } from './extension-api.ts'
import { type FromSigner, isMessage, type ToSigner } from './messages.ts'
import { SigningDialog } from './signing-dialog.ts'
import { isReadableByOthers, type SigningOptions } from './signing-request.ts'

/** Only scripts of this extension see it, and not those of the page. */
const world = globalThis as { parleySigner?: true }

/** Rejects when it was not signed. Messages take plain data, which is what `toJSON()` of a credential makes of it. */
async function signWithPasskey(options: SigningOptions): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  )
  return JSON.parse(JSON.stringify(await navigator.credentials.get({ publicKey })))
}

/** Waits in the page of the network until it is told what somebody should sign, and for whom. */
class Signer {
  readonly #api: ExtensionApi
  #shown: { id: string; dialog: SigningDialog } | null = null

  constructor(api: ExtensionApi) {
    this.#api = api
  }

  /** Called again and again with the same one; another takes its place. */
  present(told: ToSigner): void {
    if (this.#shown?.id === told.id) return
    this.#shown?.dialog.close()
    const dialog = new SigningDialog({
      say: (name, ...parts) => this.#api.i18n.getMessage(name, parts),
      origin: told.origin,
      clientName: told.request.clientName,
      isInsecure: isReadableByOthers(told.origin),
      onSign: () => this.#sign(dialog, told),
      onDecline: () => this.#decline(dialog, told),
    })
    this.#shown = { id: told.id, dialog }
  }

  async #sign(dialog: SigningDialog, { id, askerTabId, request }: ToSigner): Promise<void> {
    if (typeof PublicKeyCredential?.parseRequestOptionsFromJSON !== 'function')
      return dialog.say('unsupported')
    dialog.say('signing')
    let assertion: unknown
    try {
      assertion = await signWithPasskey(request.options)
    } catch (error) {
      return dialog.offerAgain(error instanceof Error ? error.message : String(error))
    }
    dialog.say('handing')
    const isTaken = await this.#send({ kind: 'signed', askerTabId, id, assertion })
    if (isTaken !== true) dialog.say('gone')
  }

  async #decline(dialog: SigningDialog, { id, askerTabId }: ToSigner): Promise<void> {
    dialog.close()
    await this.#send({ kind: 'declined', askerTabId, id })
  }

  /** Null when the extension was updated or removed meanwhile. */
  async #send(message: FromSigner): Promise<unknown> {
    return await this.#api.runtime.sendMessage(message).catch(() => null)
  }
}

if (!world.parleySigner) {
  world.parleySigner = true
  const api = getExtensionApi()
  const signer = new Signer(api)
  api.runtime.onMessage.addListener((message, sender, answer) => {
    // The background has no tab, and has looked at what it tells.
    if (sender.id !== api.runtime.id || sender.tab || !isMessage(message) || message.kind !== 'present')
      return false
    signer.present(message as unknown as ToSigner)
    answer(true)
    return false
  })
}
