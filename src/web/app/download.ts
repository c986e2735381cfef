/** Has the browser save it as a file with this name. */
function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser reads it after this function has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Gives the person a JSON document as a file with this name. */
export function downloadJson(name: string, document_: unknown): void {
  const text = `${JSON.stringify(document_, null, 2)}\n`
  const fileName = `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.json`
  saveBlob(new Blob([text], { type: 'application/json' }), fileName)
}

/** Gives the person a text as a file with this name. */
export function downloadText(fileName: string, text: string, type: string): void {
  saveBlob(new Blob([text], { type }), fileName)
}

/** Has the browser save what a call answered in base64. */
export function saveBase64(base64: string, fileName: string): void {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  saveBlob(new Blob([bytes]), fileName)
}
