/** The call takes 33,000,000 characters of base64. */
const MAX_UPLOAD_BYTES = 24_000_000

export type SessionUpload = { kind: 'file'; file: Blob } | { kind: 'too-large' | 'empty' }

/** One file as it is; a folder or several files as one document of their names and contents. */
export async function buildSessionUpload(chosen: readonly File[]): Promise<SessionUpload> {
  const [only] = chosen
  if (only && chosen.length === 1)
    return only.size > MAX_UPLOAD_BYTES ? { kind: 'too-large' } : { kind: 'file', file: only }
  const files = chosen.filter(({ name }) => name.endsWith('.json'))
  if (files.length === 0) return { kind: 'empty' }
  const total = files.reduce((sum, { size }) => sum + size, 0)
  if (total > MAX_UPLOAD_BYTES) return { kind: 'too-large' }
  const texts = await Promise.all(
    files.map(async (file) => [file.webkitRelativePath || file.name, await file.text()] as const),
  )
  const document = new Blob([JSON.stringify(Object.fromEntries(texts))], { type: 'application/json' })
  return document.size > MAX_UPLOAD_BYTES ? { kind: 'too-large' } : { kind: 'file', file: document }
}
