import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** One file of `src/db/migrations`: a step from the schema before it to the next. */
export interface Migration {
  /** The file's name without `.sql`, e.g. `0026_pairing_links`. */
  readonly name: string
  readonly sql: string
  /** SHA-256 of the file in hexadecimal digits; by it a database knows what it was made by. */
  readonly hash: string
  /** Milliseconds since 1970 that are noted beside the hash; null is when it is applied. */
  readonly notedAt: number | null
}

const FOLDER = path.join(import.meta.dirname, 'migrations')
const FILE_NAME = /^\d{4}_[\w-]+\.sql$/

/**
 * The steps up to this one were made with a generator, and the builds of that time know a step by the moment it was
 * generated at and its hash. They start on a database of this build, and load its backups, because both are noted alike.
 * A step that is written now needs no line here.
 */
const GENERATED_AT: Readonly<Record<string, number>> = {
  '0000_initial': 1_795_259_293_410,
  '0001_event_log_order': 1_795_264_258_753,
  '0002_event_triggers': 1_795_264_328_218,
  '0003_flow_schedules_and_test_cases': 1_795_266_592_256,
  '0004_reach_out': 1_795_267_034_810,
  '0005_people_indexes': 1_795_267_499_634,
  '0006_chat_timer': 1_795_268_309_550,
  '0007_message_recent': 1_795_268_637_008,
  '0008_webhooks': 1_795_268_940_566,
  '0009_proxies': 1_795_269_166_754,
  '0010_key_scopes': 1_795_276_168_737,
  '0011_service_secret': 1_795_278_204_941,
  '0012_audit_log': 1_795_279_142_919,
  '0013_session_moves': 1_795_282_004_864,
  '0014_message_sent_event': 1_795_283_155_270,
  '0015_client-memory': 1_795_289_053_262,
  '0016_invitations': 1_795_290_576_619,
  '0017_assets': 1_795_291_999_501,
  '0018_timer_due': 1_795_293_604_611,
  '0019_draft_testers': 1_795_352_009_794,
  '0020_secret_hosts': 1_795_376_706_996,
  '0021_person_sends': 1_795_390_142_208,
  '0022_keys_use_secrets': 1_795_391_224_359,
  '0023_web_version': 1_795_405_379_848,
  '0024_session_moved_in': 1_795_417_505_553,
  '0025_new_chats': 1_795_419_558_625,
  '0026_pairing_links': 1_795_428_386_373,
  '0027_stored_events': 1_795_431_986_373,
}

/** All steps in the order of their numbers, which is the order they are applied in. */
export function readMigrations(): Migration[] {
  const files = readdirSync(FOLDER).filter((file) => FILE_NAME.test(file))
  return files.toSorted().map((file) => {
    const name = file.slice(0, -'.sql'.length)
    const sql = readFileSync(path.join(FOLDER, file), 'utf8')
    const hash = createHash('sha256').update(sql).digest('hex')
    return { name, sql, hash, notedAt: GENERATED_AT[name] ?? null }
  })
}
