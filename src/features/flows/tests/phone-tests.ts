import { MAX_TEST_PHONES } from '../../../contract/flows/phone-tests.ts'
import type { OwnerId } from '../../../contract/handlers.ts'
import { refusal } from '../../../core/errors.ts'
import { createSnapshot } from '../../../core/flow/index.ts'
import type { FlowNext } from '../../../core/refusal-reasons.ts'
import type { Database } from '../../../db/client.ts'
import type { Executor } from '../../../db/transaction.ts'
import { readDocument, toDefinition, toDocument } from '../document.ts'
import { type AnsweredResult, refuseErrors } from '../publish/checks.ts'
import { allowSecretUse } from '../secret-use.ts'
import type { FlowRow } from '../store.ts'
import { draftStore, type TestPhoneRow } from './draft-store.ts'

export interface PhoneTestDeps {
  db: Database
  read(id: string, userId: OwnerId): Promise<FlowRow>
  lock(tx: Executor, id: string, userId: OwnerId): Promise<FlowRow>
  check(tx: Executor, flow: FlowRow): Promise<AnsweredResult>
}

/** What a test of a draft is to begin with. */
export interface DraftTest {
  flowId: string
  phoneNumber: string
  triggerId?: string | undefined
}

/** The client of a flow, without which nobody could run it. */
export function requireClient({ clientId }: FlowRow, next: FlowNext): string {
  if (clientId !== null) return clientId
  throw refusal('BAD_REQUEST', 'FLOW_WITHOUT_CLIENT', { next })
}

function refuseTrigger(row: FlowRow, triggerId: string | undefined): void {
  if (triggerId === undefined) return
  const { triggers } = createSnapshot({ flowId: row.id, versionId: row.id }, toDefinition(row))
  if (triggers.some(({ id }) => id === triggerId)) return
  throw refusal('BAD_REQUEST', 'TRIGGER_UNKNOWN', {}, { path: 'triggerId' })
}

/** Who may try a flow's drafts out on a phone, and the drafts as those tests keep them. */
export class PhoneTests {
  readonly #db: Database
  readonly #read: PhoneTestDeps['read']
  readonly #lock: PhoneTestDeps['lock']
  readonly #check: PhoneTestDeps['check']

  constructor({ db, read, lock, check }: PhoneTestDeps) {
    this.#db = db
    this.#read = read
    this.#lock = lock
    this.#check = check
  }

  async listTestPhones(id: string, userId: OwnerId): Promise<TestPhoneRow[]> {
    return draftStore.listPhones(this.#db, (await this.#read(id, userId)).id)
  }

  async addTestPhone(id: string, userId: OwnerId, phoneNumber: string): Promise<TestPhoneRow> {
    return this.#db.transaction(async (tx) => {
      await this.#lock(tx, id, userId)
      const row = await draftStore.addPhone(tx, id, phoneNumber)
      if (!row) throw new Error('a test phone was stored without an answer')
      if ((await draftStore.listPhones(tx, id)).length <= MAX_TEST_PHONES) return row
      throw refusal('CONFLICT', 'TOO_MANY_TEST_PHONES', { most: MAX_TEST_PHONES })
    })
  }

  async removeTestPhone(id: string, userId: OwnerId, phoneNumber: string): Promise<void> {
    await this.#read(id, userId)
    if (await draftStore.removePhone(this.#db, id, phoneNumber)) return
    throw refusal('NOT_FOUND', 'TEST_PHONE_UNKNOWN', {})
  }

  /** Whether a test may be asked for at all; answers the client it would run on. */
  async allowTest(test: DraftTest, userId: OwnerId, checkUse = allowSecretUse): Promise<string> {
    const row = await this.#read(test.flowId, userId)
    checkUse(row)
    await refuseStranger(this.#db, test)
    return requireClient(row, 'test')
  }

  /** Keeps the draft as it stands under this id, once; refuses one that could not be published. */
  async keepDraft(
    test: DraftTest,
    userId: OwnerId,
    draftId: string,
    checkUse = allowSecretUse,
  ): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const row = await this.#lock(tx, test.flowId, userId)
      if (await draftStore.isKept(tx, draftId, row.id)) return
      checkUse(row)
      refuseErrors(await this.#check(tx, row), 'test')
      refuseTrigger(row, test.triggerId)
      await draftStore.keep(tx, { id: draftId, flowId: row.id, doc: JSON.stringify(toDocument(row)) })
    })
  }

  /** The draft that a run tests, as it was kept. Whose run it is was checked. */
  async readTestedDraft(runId: string) {
    const doc = await draftStore.readTested(this.#db, runId)
    return doc === null ? null : readDocument(doc)
  }
}

async function refuseStranger(tx: Executor, { flowId, phoneNumber }: DraftTest): Promise<void> {
  const phones = await draftStore.listPhones(tx, flowId)
  if (phones.some((phone) => phone.phoneNumber === phoneNumber)) return
  throw refusal('CONFLICT', 'PHONE_NOT_ALLOWED', {})
}
