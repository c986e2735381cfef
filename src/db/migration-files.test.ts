import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readMigrations } from './migration-files.ts'

/** What the generator's own migrator wrote into the table of applied steps, as databases of those builds hold it. */
const NOTED_BEFORE: [name: string, at: number, hash: string][] = [
  ['0000_initial', 1_795_259_293_410, '13b2a59eeb73e743f637e1f9a7cf5afa7deeb345a97ac6a8286ea8d5e98ce97d'],
  [
    '0001_event_log_order',
    1_795_264_258_753,
    '246fa1b94d3aee9bc261f231eb8669663f93e79e2c5f3757dc6dd7b74f0e41cc',
  ],
  [
    '0002_event_triggers',
    1_795_264_328_218,
    'c1a97d9a803f35c189179cd80d8e35e10316d087bb9cf15d015d66d8dfbb7579',
  ],
  [
    '0003_flow_schedules_and_test_cases',
    1_795_266_592_256,
    '84f37b8c55b249ca77632a5137c8fefa1196ec2e38a692be79f7dd069459db6d',
  ],
  ['0004_reach_out', 1_795_267_034_810, '89a3d203d41561d9af91cca43fc82cd903d1a2b0bce9a447ba27e7c374f86ad4'],
  [
    '0005_people_indexes',
    1_795_267_499_634,
    'fde21958f7cb69977283e7a5275e32eddade24d682e095f38e75da943c94a147',
  ],
  ['0006_chat_timer', 1_795_268_309_550, '74424e1a7db3d55b71e06f37edc7b1825485faea85fe17e0ef0ef3fd7ba18403'],
  [
    '0007_message_recent',
    1_795_268_637_008,
    '03561812fcad9a5b9ba770dc62fff3a207e537a2538924a304d8d824fe6da393',
  ],
  ['0008_webhooks', 1_795_268_940_566, '261d057f094e91f459ae6e43221bd33515ab6fa1461e054f0b38284c0f066f47'],
  ['0009_proxies', 1_795_269_166_754, 'b601775f9b8eee187fcf8a24f8f76947a984013af84186bc34c37dc03a6677d9'],
  ['0010_key_scopes', 1_795_276_168_737, '331f46d6b92c1892ebbff875f968276f724b13f4f339228c19b4fc0c59a39944'],
  [
    '0011_service_secret',
    1_795_278_204_941,
    '7de9cc52a8cf12c44822815b37cae3dc66c20ab62c666da3feff9ddf7e248c92',
  ],
  ['0012_audit_log', 1_795_279_142_919, 'ea7653c760940974747f09fec4bdb65aba5a5285787aa1578d2a85ef19c28ae2'],
  [
    '0013_session_moves',
    1_795_282_004_864,
    'c60f7919c2fc6f4ee426d15a186509bda212a35fb4fd83d32e75499b1787d435',
  ],
  [
    '0014_message_sent_event',
    1_795_283_155_270,
    '5c760b38d73428f2f5162e3153385e305657bc647a1d540f00443f2c6d1414a1',
  ],
  [
    '0015_client-memory',
    1_795_289_053_262,
    '77711c6e55eaf7340a25185a6fac7ca03b354ab9373e5e3e5af0fab0ceec5689',
  ],
  ['0016_invitations', 1_795_290_576_619, '654cb6d6b92abd51ab6752fedc0eccd850a881498038aac7c35ba198a220cae8'],
  ['0017_assets', 1_795_291_999_501, '48a5cfddbc81561f95ab681149a8b56dde0671720af23e98af832b793636193a'],
  ['0018_timer_due', 1_795_293_604_611, '33f879bd0b19106125a81bf240dcf141332194f9ac51839deb904d6319878d66'],
  [
    '0019_draft_testers',
    1_795_352_009_794,
    'c41710d85dc5c26229b2ac2fb7231855ae78ba1882b612d51c62ce9821b30e1a',
  ],
  [
    '0020_secret_hosts',
    1_795_376_706_996,
    'd1bce2114eedd00f14315ddf047b8bfbdaee5f68c22f25a9a7d7331b97f47f15',
  ],
  [
    '0021_person_sends',
    1_795_390_142_208,
    '4ba2b1b27564468e53e5599ddeb3c2bb3a3052cae2d9908bca3469a2f8122092',
  ],
  [
    '0022_keys_use_secrets',
    1_795_391_224_359,
    '04dc012dccf6309ec0ff8ef9736e66a8bb1b9cc47aaf62025ae5d976ac7e193f',
  ],
  ['0023_web_version', 1_795_405_379_848, '2836d54fcf42afcf22ef5c02b8472fc5700a3afa01e7d7fefe993c848fae3410'],
  [
    '0024_session_moved_in',
    1_795_417_505_553,
    'feec3df5cfe60430021e1bfd202693d3e5e61a027b90545c6aa2514bda6066d1',
  ],
  ['0025_new_chats', 1_795_419_558_625, '22f262470ac233c487da4fa4016cb7e49e691df16481aad0de1f9462e26137e3'],
  [
    '0026_pairing_links',
    1_795_428_386_373,
    '1a1528b1ad32792f1309c9be28f4b4d5bfbcaddb90f7db7b9d000d50d829643f',
  ],
  [
    '0027_stored_events',
    1_795_431_986_373,
    '3e6b9a49dcdff6f3d378d0f23869d76c66b2d581f304adab247cd81ce1534e7e',
  ],
]

test('steps that databases were made by before are known by the same moment and hash, in the same order', () => {
  const known = readMigrations().map(({ name, notedAt, hash }) => [name, notedAt, hash])
  expect(known.slice(0, NOTED_BEFORE.length)).toEqual(NOTED_BEFORE)
})

test('steps are numbered one after the other, and each is another file', () => {
  const known = readMigrations()
  expect(known.map(({ name }) => Number(name.slice(0, 4)))).toEqual(known.map((_, at) => at))
  expect(new Set(known.map(({ hash }) => hash)).size).toBe(known.length)
})

test('nothing lies in the folder of the steps that would be passed over', () => {
  const files = readdirSync(path.join(import.meta.dirname, 'migrations')).toSorted()
  expect(files).toEqual(readMigrations().map(({ name }) => `${name}.sql`))
})
