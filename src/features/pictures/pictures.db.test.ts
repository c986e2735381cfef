import { beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient } from '../../../test/support/fixtures.ts'
import { newId } from '../../platform/ids.ts'
import { mergeContacts } from '../contacts/merge.ts'
import { forgetOldPictures, noteChangedPictures, readPicture, writePicture } from './store.ts'

const database = useTestDatabase()
const ANA = '491511111111@s.whatsapp.net'
const LID = '7001@lid'

let clientId: string
beforeEach(async () => {
  clientId = await insertClient(database().pool, { address: '490000@s.whatsapp.net' })
})

const query = (text: string, ...values: unknown[]) => database().pool.query(text, values)

/** A file as it is taken from the network: gone in an hour unless it is kept. */
async function addFile(): Promise<string> {
  const id = newId()
  await query(
    `insert into media (id, client_id, kind, mimetype, state, expires_at)
     values ($1, $2, 'image', 'image/jpeg', 'stored', now() + interval '1 hour')`,
    id,
    clientId,
  )
  return id
}

const isKept = async (file: string) =>
  (await query('select expires_at is null as kept from media where id = $1', file)).rows[0].kept
const isOver = async (file: string) =>
  (await query('select coalesce(expires_at <= now(), false) as over from media where id = $1', file)).rows[0]
    .over

const found = (id: string) => ({ state: 'found', id, url: `https://a/${id}` }) as const
const write = async (id: string, jid = ANA) => {
  const fileId = await addFile()
  await writePicture(database(), clientId, jid, { said: found(id), fileId, isComplete: false })
  return fileId
}
const read = (jid = ANA) => readPicture(database(), clientId, jid)

describe('what was said of a picture', () => {
  it('keeps its file, and another one takes its place', async () => {
    const first = await write('1')
    expect(await isKept(first)).toBe(true)
    const second = await write('2')
    expect([await isOver(first), await isKept(second)]).toEqual([true, true])
    expect(await read()).toMatchObject({ pictureId: '2', fileId: second, isDue: false, isLinkFresh: true })
  })

  it('stays where nothing was answered, and goes where there is none or it is hidden', async () => {
    const file = await write('1')
    await writePicture(database(), clientId, ANA, {
      ...{ said: { state: 'unknown' }, fileId: null, isComplete: false },
    })
    expect(await read()).toMatchObject({ state: 'found', pictureId: '1', fileId: file })
    expect(await isKept(file)).toBe(true)
    await writePicture(database(), clientId, ANA, {
      said: { state: 'hidden' },
      fileId: null,
      isComplete: true,
    })
    expect(await read()).toMatchObject({ state: 'hidden', pictureId: null, fileId: null, link: null })
    expect(await isOver(file)).toBe(true)
  })
})

describe('a notice', () => {
  const note = (pictureId: string | null, isRemoved = false, jid = ANA) =>
    noteChangedPictures(database(), clientId, [{ jid, pictureId, isRemoved }])

  it('of another one makes it due, of the known one does not, and nobody asked for stays unknown', async () => {
    const file = await write('1')
    await note('1')
    expect(await read()).toMatchObject({ isDue: false })
    await note('2')
    expect(await read()).toMatchObject({ state: 'found', fileId: file, isDue: true })
    await note(null, false, LID)
    expect(await read(LID)).toBeUndefined()
  })

  it('of none takes it away with its file', async () => {
    const file = await write('1')
    await note(null, true)
    expect(await read()).toMatchObject({ state: 'none', pictureId: null, fileId: null, isDue: false })
    expect(await isOver(file)).toBe(true)
  })
})

describe('a notice that comes while the network is asked', () => {
  const UNANSWERED = { said: { state: 'unknown' }, fileId: null, isComplete: false } as const
  /** Asks, and answers with the first picture after what was told meanwhile. */
  async function askWhile(told: { pictureId: string | null; isRemoved: boolean } | null) {
    const fileId = await addFile()
    const { dueAt } = await writePicture(database(), clientId, ANA, UNANSWERED)
    if (told) await noteChangedPictures(database(), clientId, [{ jid: ANA, ...told }])
    const asked = { said: found('1'), fileId, isComplete: false, dueAt }
    return { fileId, row: await writePicture(database(), clientId, ANA, asked) }
  }

  it('leaves a picture due that is another by now', async () => {
    const { fileId, row } = await askWhile({ pictureId: '2', isRemoved: false })
    expect(row).toMatchObject({ state: 'found', pictureId: '1', fileId, isDue: true })
    expect(await isKept(fileId)).toBe(true)
  })

  it('leaves none where it was removed, and nothing is kept', async () => {
    const before = await write('0')
    const { fileId, row } = await askWhile({ pictureId: null, isRemoved: true })
    expect(row).toMatchObject({ state: 'none', pictureId: null, fileId: null, isDue: false })
    expect([await isOver(before), await isKept(fileId)]).toEqual([true, false])
  })

  it('is none where nothing was told', async () => {
    await writePicture(database(), clientId, ANA, { said: { state: 'none' }, fileId: null, isComplete: true })
    const { fileId, row } = await askWhile(null)
    expect(row).toMatchObject({ state: 'found', fileId, isDue: false })
    expect(await isKept(fileId)).toBe(true)
  })
})

describe('two contacts who become one', () => {
  const merge = () => database().transaction((tx) => mergeContacts(tx, clientId, { from: LID, to: ANA }))
  beforeEach(async () => {
    for (const jid of [ANA, LID])
      await query('insert into contact (client_id, id) values ($1, $2)', clientId, jid)
  })

  it('have the picture of the one that goes where the other had none', async () => {
    const file = await write('1', LID)
    await merge()
    expect(await read()).toMatchObject({ pictureId: '1', fileId: file })
    expect(await read(LID)).toBeUndefined()
    expect(await isKept(file)).toBe(true)
  })

  it('have the one of whom stays, and the other file goes', async () => {
    const [gone, kept] = [await write('1', LID), await write('2')]
    await merge()
    expect(await read()).toMatchObject({ pictureId: '2', fileId: kept })
    expect([await isOver(gone), await isKept(kept)]).toEqual([true, true])
  })
})

it('what nobody looked at for long is forgotten, unless a file is kept of it', async () => {
  await write('1')
  await writePicture(database(), clientId, LID, { said: { state: 'none' }, fileId: null, isComplete: true })
  await query(`update picture set due_at = now() - interval '31 days'`)
  await forgetOldPictures(database())
  expect([await read(), await read(LID)]).toEqual([expect.anything(), undefined])
})

it('goes with its client', async () => {
  await write('1')
  await query('delete from client where id = $1', clientId)
  expect(await read()).toBeUndefined()
})
