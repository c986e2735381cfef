/** What the script says to the person on the page it runs in. */
export interface ScriptWords {
  sign: string
  copy: string
  failed: string
}

/**
 * What runs on the network's own page, in its console: shows a button, as browsers sign only for a page that has the focus,
 * and then what was signed. It makes no request and keeps nothing.
 */
const SCRIPT = `(options, words) => {
  const box = document.createElement('dialog')
  const button = document.createElement('button')
  const note = document.createElement('p')
  const result = document.createElement('textarea')
  box.style.cssText = 'margin:auto;padding:24px;width:28rem;max-width:90vw;font:16px sans-serif;color:#111;background:#fff'
  button.style.cssText = 'padding:12px 16px;font:inherit;color:#111;background:#ddd'
  result.style.cssText = 'display:block;width:100%;height:8rem;color:#111;background:#fff'
  button.textContent = words.sign
  result.readOnly = true
  result.ariaLabel = words.copy
  button.onclick = async () => {
    try {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
      const credential = await navigator.credentials.get({ publicKey })
      result.value = JSON.stringify(credential)
      note.textContent = words.copy
      box.append(result)
      result.select()
    } catch (error) {
      note.textContent = words.failed + ' ' + error
    }
  }
  box.append(button, note)
  document.body.append(box)
  box.showModal()
}`

/** A line to paste into the console of the network's page, which has a passkey sign these request options. */
export function buildPasskeyScript(options: object, words: ScriptWords): string {
  return `;(${SCRIPT})(${JSON.stringify(options)}, ${JSON.stringify(words)})`
}
