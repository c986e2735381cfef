import { randomBytes } from 'node:crypto'
import { proto } from 'baileys/WAProto/index.js'
import { expect, test } from 'vitest'
import { readMediaReference } from './media-message.ts'

test('what is kept of a message with a file holds its own bytes and nothing of the memory they were read from', () => {
  const imageMessage = {
    mediaKey: randomBytes(32),
    fileSha256: randomBytes(32),
    fileEncSha256: randomBytes(32),
    directPath: '/file',
  }
  const wire = proto.Message.encode(proto.Message.create({ imageMessage })).finish()
  const read = readMediaReference(proto.Message.decode(Buffer.from(wire)))
  const kept = [read?.mediaKey, read?.digests.fileSha256, read?.digests.fileEncSha256]
  expect(kept.map((bytes) => bytes?.toString('hex'))).toEqual(
    [imageMessage.mediaKey, imageMessage.fileSha256, imageMessage.fileEncSha256].map((b) =>
      b.toString('hex'),
    ),
  )
  expect(kept.map((bytes) => bytes?.buffer.byteLength)).toEqual([32, 32, 32])
})
