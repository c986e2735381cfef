import { api } from './api.ts'

/** The bytes of a file in base64, for calls that take them so. */
export async function readBase64(file: Blob): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('the file could not be read'))
    reader.readAsDataURL(file)
  })
  return url.slice(url.indexOf(',') + 1)
}

/** The service takes 64 MiB of JSON; files grow by a third in it. */
export const MAX_FILE_BYTES = 45 * 1_048_576

/** Has the service keep a file; answers it as it is kept. */
export const keepFile = async (file: File) =>
  api.assets.upload({
    file: { base64: await readBase64(file), mimetype: file.type || 'application/octet-stream' },
    ...(file.name && { fileName: file.name.slice(-200) }),
  })
