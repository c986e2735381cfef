import { getExtensionApi } from './extension-api.ts'
import { isMessage, type ToSigner } from './messages.ts'
import { Signing } from './signing.ts'
import { SigningDialog } from './signing-dialog.ts'
import { isReadableByOthers, type SigningOptions } from './signing-request.ts'

/** Only scripts of this extension see it, and not those of the page. */
const world = globalThis as { parleySigner?: true }

/** Messages take plain data, which is what `toJSON()` of a credential makes of it. */
async function signWithPasskey(options: SigningOptions): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  )
  return JSON.parse(JSON.stringify(await navigator.credentials.get({ publicKey })))
}

/** Firefox and Chrome have it in the versions that the manifest names; browsers made of them may not. */
const canSign = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'

/** Runs in the page of the network; put there twice, it is there once. */
function begin(): void {
  if (world.parleySigner) return
  world.parleySigner = true
  const { i18n, runtime } = getExtensionApi()
  const signing = new Signing({
    sign: canSign() ? signWithPasskey : null,
    send: (message) => runtime.sendMessage(message),
    ask: ({ origin, request: { clientName } }, answers) =>
      new SigningDialog({
        ...{ origin, clientName, isInsecure: isReadableByOthers(origin) },
        translate: (name, ...parts) => i18n.getMessage(name, parts),
        ...answers,
      }),
  })
  runtime.onMessage.addListener((message, sender, answer) => {
    // The background has no tab, and has looked at what it tells.
    if (sender.id !== runtime.id || sender.tab || !isMessage(message) || message.kind !== 'present')
      return false
    signing.present(message as unknown as ToSigner)
    answer(true)
    return false
  })
}

begin()
