import { type BinaryNode, DEFAULT_CONNECTION_CONFIG, initAuthCreds } from 'baileys'
import { afterEach, expect, test, vi } from 'vitest'
import { silentLog } from '../../../platform/logger.ts'
import { createMemoryCredentialStore } from '../../memory-credentials.ts'
import type { CredentialBatch, JournalEntry } from '../../port.ts'
import { createInboundJournal } from '../inbound/inbound-journal.ts'
import { createLibraryLog } from '../library-log.ts'
import { SignalKeys } from './signal-keys.ts'
import { createRepositoryFactory } from './signal-repository.ts'

const GROUP = '120363@g.us'

/** A device with its keys, as the library sees it. */
function createDevice(jid: string) {
  const store = createMemoryCredentialStore()
  const commits: CredentialBatch[] = []
  const creds = initAuthCreds()
  const keys = new SignalKeys({
    store: {
      ...store,
      commit: (batch) => {
        commits.push(batch)
        return store.commit(batch)
      },
    },
    encodeCredentials: () => Buffer.of(0),
    onBroken: () => {},
  })
  const handedOn: JournalEntry[] = []
  let duplicates = 0
  const journal = createInboundJournal({
    keys,
    onEntry: (entry) => handedOn.push(entry),
    onDuplicate: () => duplicates++,
    whenWritable: async () => {},
  })
  const make = createRepositoryFactory({
    credentials: creds,
    keys,
    journal,
    makeBase: DEFAULT_CONNECTION_CONFIG.makeSignalRepository,
    onReady: () => {},
  })
  const repository = make({ creds, keys: {} as never }, createLibraryLog(silentLog, jid), async () => [])
  const arrive = (id: string, content: Uint8Array): void => {
    const node: BinaryNode = {
      tag: 'message',
      attrs: { id, from: 'x@lid' },
      content: [{ tag: 'enc', attrs: {}, content }],
    }
    journal.noteStanza(node)
  }
  return {
    jid,
    store,
    commits,
    creds,
    keys,
    journal,
    handedOn,
    repository,
    arrive,
    duplicates: () => duplicates,
  }
}

type Device = ReturnType<typeof createDevice>

/** Lets `from` write to `to` without asking a server for its keys. */
async function introduce(from: Device, to: Device): Promise<void> {
  const { creds } = to
  const withType = (key: Uint8Array): Buffer => Buffer.concat([Buffer.of(5), key])
  await from.repository.injectE2ESession({
    jid: to.jid,
    session: {
      registrationId: creds.registrationId,
      identityKey: withType(creds.signedIdentityKey.public),
      signedPreKey: {
        keyId: creds.signedPreKey.keyId,
        publicKey: withType(creds.signedPreKey.keyPair.public),
        signature: creds.signedPreKey.signature,
      },
    },
  })
}

const padded = (text: string): Buffer => Buffer.concat([Buffer.from(text), Buffer.of(2, 2)])

async function pass(from: Device, to: Device, id: string, text: string): Promise<Uint8Array> {
  const { type, ciphertext } = await from.repository.encryptMessage({ jid: to.jid, data: padded(text) })
  to.arrive(id, ciphertext)
  await to.repository.decryptMessage({ jid: from.jid, type, ciphertext })
  return ciphertext
}

async function createPair(): Promise<[Device, Device]> {
  const [ada, bob] = [createDevice('801@lid'), createDevice('802@lid')]
  await introduce(ada, bob)
  return [ada, bob]
}

/** Lets the clock of the sessions go on: the one used last is tried first. */
const oneSecondLater = (): void => void vi.setSystemTime(Date.now() + 1_000)

afterEach(() => {
  vi.useRealTimers()
})

test('a plaintext is committed with the ratchet that read it, and handed on after', async () => {
  const [ada, bob] = await createPair()
  await pass(ada, bob, 'M1', 'hello')
  await bob.keys.settled()
  const [commit] = bob.commits
  expect(bob.commits).toHaveLength(1)
  expect(commit?.journal?.map(({ plaintext }) => Buffer.from(plaintext).toString())).toEqual(['hello'])
  expect(commit?.keys?.map(({ type }) => type).sort()).toEqual(['identity-key', 'session'])
  expect(bob.handedOn).toHaveLength(1)
})

test('a ciphertext is handed out only after its ratchet is committed', async () => {
  const [ada, bob] = await createPair()
  ada.store.failCommitsWith(new Error('database away'))
  await expect(ada.repository.encryptMessage({ jid: bob.jid, data: padded('x') })).rejects.toThrow(
    'database away',
  )
})

test('a message read before yields nothing new, is not handed on again and does not harm the session', async () => {
  const [ada, bob] = await createPair()
  await pass(ada, bob, 'M1', 'one')
  await pass(bob, ada, 'M2', 'two')
  const ciphertext = await pass(ada, bob, 'M3', 'three')
  expect(await bob.repository.decryptMessage({ jid: ada.jid, type: 'msg', ciphertext })).toEqual(Buffer.of(1))
  expect(bob.duplicates()).toBe(1)
  await pass(ada, bob, 'M4', 'four')
  await bob.keys.settled()
  expect(bob.handedOn.map(({ plaintext }) => Buffer.from(plaintext).toString())).toEqual([
    'one',
    'three',
    'four',
  ])
})

test('a damaged message is an error and leaves the session as it was', async () => {
  const [ada, bob] = await createPair()
  await pass(ada, bob, 'M1', 'one')
  await pass(bob, ada, 'M2', 'two')
  const { ciphertext } = await ada.repository.encryptMessage({ jid: bob.jid, data: padded('broken') })
  const damaged = Buffer.from(ciphertext)
  damaged[damaged.length - 1] = (damaged[damaged.length - 1] ?? 0) ^ 1
  bob.arrive('M3', damaged)
  await expect(
    bob.repository.decryptMessage({ jid: ada.jid, type: 'msg', ciphertext: damaged }),
  ).rejects.toThrow()
  await pass(ada, bob, 'M4', 'four')
  await pass(bob, ada, 'M5', 'five')
})

test('a message that crosses with a new session leaves both sessions whole', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const [ada, bob] = await createPair()
  await pass(ada, bob, 'M1', 'one')
  await pass(bob, ada, 'M2', 'two')
  const crossing = await bob.repository.encryptMessage({ jid: ada.jid, data: padded('crossing') })
  oneSecondLater()
  await introduce(ada, bob)
  ada.arrive('M3', crossing.ciphertext)
  await ada.repository.decryptMessage({ jid: bob.jid, ...crossing })
  await pass(ada, bob, 'M4', 'in the new session')
  await pass(bob, ada, 'M5', 'answer')
  await pass(ada, bob, 'M6', 'end')
  await Promise.all([ada.keys.settled(), bob.keys.settled()])
  expect(bob.handedOn.map(({ plaintext }) => Buffer.from(plaintext).toString())).toEqual([
    'one',
    'in the new session',
    'end',
  ])
})

test('a first message that cannot be read changes nothing: the session before it goes on', async () => {
  const [ada, bob] = await createPair()
  await pass(ada, bob, 'M1', 'one')
  await pass(bob, ada, 'M2', 'two')
  await introduce(ada, bob)
  const first = await ada.repository.encryptMessage({ jid: bob.jid, data: padded('damaged') })
  expect(first.type).toBe('pkmsg')
  const damaged = Buffer.from(first.ciphertext)
  damaged[damaged.length - 20] = (damaged[damaged.length - 20] ?? 0) ^ 1
  const storedOf = () =>
    [...(bob.store.keys.get('session')?.values() ?? [])].map((bytes) => Buffer.from(bytes))
  await bob.keys.settled()
  const before = storedOf()
  await expect(
    bob.repository.decryptMessage({ jid: ada.jid, type: 'pkmsg', ciphertext: damaged }),
  ).rejects.toThrow()
  await bob.keys.settled()
  expect(storedOf()).toEqual(before)
  await pass(bob, ada, 'M3', 'three')
  await pass(ada, bob, 'M4', 'four')
})

test('a contact with a new identity is written to in its new session, and what the old one sent before is still read', async () => {
  const [ada, bob] = await createPair()
  await pass(ada, bob, 'M1', 'one')
  await pass(bob, ada, 'M2', 'two')
  const late = await bob.repository.encryptMessage({ jid: ada.jid, data: padded('late') })
  const reinstalled = createDevice(bob.jid)
  await introduce(reinstalled, ada)
  await pass(reinstalled, ada, 'M3', 'new phone')
  ada.arrive('M4', late.ciphertext)
  await ada.repository.decryptMessage({ jid: bob.jid, ...late })
  await pass(ada, reinstalled, 'M5', 'welcome')
  await ada.keys.settled()
  expect(ada.handedOn.map(({ plaintext }) => Buffer.from(plaintext).toString())).toEqual([
    'two',
    'new phone',
    'late',
  ])
})

test('a conversation of many turns keeps few chains and reads old messages of the last ones', async () => {
  const [ada, bob] = await createPair()
  await pass(ada, bob, 'first', 'first')
  const late = await bob.repository.encryptMessage({ jid: ada.jid, data: padded('late') })
  for (let turn = 0; turn < 20; turn++) {
    await pass(bob, ada, `b${turn}`, 'b')
    await pass(ada, bob, `a${turn}`, 'a')
    if (turn === 2) {
      ada.arrive('late', late.ciphertext)
      await ada.repository.decryptMessage({ jid: bob.jid, ...late })
    }
  }
  const sizes = [...(ada.store.keys.get('session')?.values() ?? [])].map(({ length }) => length)
  expect(Math.max(...sizes)).toBeLessThan(1500)
})

test('a bundle whose signed key another identity signed is refused', async () => {
  const [ada, bob, eve] = [createDevice('801@lid'), createDevice('802@lid'), createDevice('803@lid')]
  Object.assign(bob.creds, { signedPreKey: eve.creds.signedPreKey })
  await expect(introduce(ada, bob)).rejects.toThrow('does not belong to its identity')
})

test('a client whose keys cannot be read holds up no other one that writes to the same contact', async () => {
  const [stuck, other, contact] = [createDevice('803@lid'), createDevice('804@lid'), createDevice('805@lid')]
  vi.spyOn(stuck.keys, 'loadSession').mockReturnValue(new Promise(() => {}))
  const waiting = vi.fn()
  void introduce(stuck, contact).then(waiting)
  await introduce(other, contact)
  await pass(other, contact, 'M1', 'hello')
  expect(contact.handedOn).toHaveLength(1)
  expect(waiting).not.toHaveBeenCalled()
})

test('a group message is committed with the sender key that read it', async () => {
  const [ada, bob] = [createDevice('801@lid'), createDevice('802@lid')]
  const { ciphertext, senderKeyDistributionMessage } = await ada.repository.encryptGroupMessage({
    group: GROUP,
    meId: ada.jid,
    data: padded('to all'),
  })
  await bob.repository.processSenderKeyDistributionMessage({
    authorJid: ada.jid,
    item: { groupId: GROUP, axolotlSenderKeyDistributionMessage: senderKeyDistributionMessage },
  })
  const before = bob.commits.length
  bob.arrive('G1', ciphertext)
  await bob.repository.decryptGroupMessage({ group: GROUP, authorJid: ada.jid, msg: ciphertext })
  await bob.keys.settled()
  expect(bob.commits.length).toBe(before + 1)
  expect(bob.commits.at(-1)?.keys?.map(({ type }) => type)).toEqual(['sender-key'])
  expect(bob.handedOn.map(({ plaintext }) => Buffer.from(plaintext).toString())).toEqual(['to all'])
})
