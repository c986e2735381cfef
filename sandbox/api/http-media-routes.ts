import { randomBytes } from 'node:crypto'
import { InputError } from '../protocol/addresses.ts'
import type { MediaContent } from '../protocol/media-message.ts'
import type { MediaFaultSettings } from '../state/media-faults.ts'
import {
  type Body,
  readChoice,
  readCount,
  readFlag,
  readGiven,
  readOptional,
  readText,
} from './http-input.ts'
import { accountOf, contactOf } from './http-people.ts'
import type { Route } from './http-server.ts'
import type { Sandbox } from './sandbox.ts'

const MAX_ANSWERED_BYTES = 16 * 1024 * 1024
const BLOCK_BYTES = 64 * 1024
const KIND = readChoice('image', 'video', 'gif', 'ptv', 'audio', 'ptt', 'document', 'sticker')
const SHOWN_TO = readChoice('all', 'contacts', 'none')
const CORRUPT = readChoice('mac', 'hash', 'enc-hash')

/** So many bytes, made up as they are taken. */
async function* makeUp(size: number): AsyncGenerator<Buffer> {
  const block = randomBytes(BLOCK_BYTES)
  for (let left = size; left > 0; left -= block.length) yield block.subarray(0, Math.min(left, block.length))
}

function readFile(body: Body): Pick<MediaContent, 'bytes' | 'stream'> {
  const base64 = readOptional(body, 'base64', readText)
  if (base64 !== undefined) return { bytes: Buffer.from(base64, 'base64') }
  return { stream: makeUp(readOptional(body, 'size', readCount) ?? 1_000) }
}

export const readMediaContent = (body: Body): MediaContent => ({
  kind: KIND(body, 'kind'),
  ...readFile(body),
  ...readGiven(body, {
    mimetype: readText,
    caption: readText,
    fileName: readText,
    width: readCount,
    height: readCount,
    seconds: readCount,
    viewOnce: readFlag,
    corrupt: CORRUPT,
  }),
})

async function readMedia(sandbox: Sandbox, body: Body): Promise<object> {
  const id = readText(body, 'id')
  const media = contactOf(sandbox, body).inbox.find((message) => message.id === id)?.media
  if (media === undefined) throw new InputError(`the contact received no message "${id}" with media`)
  try {
    if (media.size > MAX_ANSWERED_BYTES) await media.verify()
    else return { ...media, base64: (await media.bytes()).toString('base64') }
  } catch (error) {
    throw new InputError(error instanceof Error ? error.message : String(error))
  }
  return { ...media }
}

function readRefusal(body: Body, field: string): { status: number; count: number } {
  const value = body[field]
  if (typeof value !== 'object' || value === null) throw new InputError(`"${field}" must be {status, count}`)
  return { status: readCount(value as Body, 'status'), count: readCount(value as Body, 'count') }
}

function changeMediaFaults(sandbox: Sandbox, body: Body): MediaFaultSettings | undefined {
  if (readOptional(body, 'clear', readFlag) === true) {
    sandbox.media.clear()
    return undefined
  }
  return sandbox.media.set(
    readGiven(body, {
      refuseUploads: readRefusal,
      cutUploads: readCount,
      stallUploads: readCount,
      refuseDownloads: readRefusal,
      cutDownloads: readCount,
      stallDownloads: readCount,
      corruptDownloads: readCount,
      bytesPerSecond: readCount,
    }),
  )
}

/** Gives a contact, an account at its phone or a group another picture; an empty text takes it away. */
async function changePicture(sandbox: Sandbox, body: Body): Promise<void> {
  const { base64 } = body
  const shownTo = readOptional(body, 'shownTo', SHOWN_TO)
  if (shownTo !== undefined) contactOf(sandbox, body).setPrivacy({ profile: shownTo })
  if (shownTo !== undefined && base64 === undefined) return
  if (typeof base64 !== 'string')
    throw new InputError('"base64" must be a JPEG as base64, or "" to take the picture away')
  const picture = base64 === '' ? null : Buffer.from(base64, 'base64')
  if (body.group !== undefined) return sandbox.findGroup(readText(body, 'group')).setPicture(picture)
  if (body.account !== undefined) return sandbox.phone(accountOf(body)).setProfile({ picture })
  return contactOf(sandbox, body).setPicture(picture)
}

/** Files: sending, reading, losing and spoiling them. */
export function buildMediaRoutes(sandbox: Sandbox): Record<string, Route> {
  return {
    '/media/send': async (body) => ({
      id: await contactOf(sandbox, body).sendMedia(accountOf(body), readMediaContent(body)),
    }),
    '/media/read': (body) => readMedia(sandbox, body),
    '/media/expire': (body) => ({
      files: sandbox.media.expire(readGiven(body, { messageId: readText, lost: readFlag })),
    }),
    '/picture': (body) => changePicture(sandbox, body),
    '/media/faults': (body) => changeMediaFaults(sandbox, body),
  }
}
