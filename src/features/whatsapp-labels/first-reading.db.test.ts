import { expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient } from '../../../test/support/fixtures.ts'
import type { Executor } from '../../db/transaction.ts'
import type { ChatNews } from '../../network/port.ts'
import { applyLabelNews } from './apply.ts'

const database = useTestDatabase()

test('the first reading of thousands of labelled chats takes a few statements, tells nobody, and its last word on each holds', async () => {
  const { pool } = database()
  const clientId = await insertClient(pool)
  const statements: string[] = []
  const counted: Executor = {
    query(statement, values) {
      statements.push(statement.name)
      return database().query(statement, values)
    },
    queryOne: (statement, values) => database().queryOne(statement, values),
  }
  const put = (n: number, isOn: boolean): ChatNews =>
    ({ kind: 'labelled', labelId: '1', chat: `${n}@s.whatsapp.net`, messageId: null, isOn }) as ChatNews
  const read = async (news: ChatNews[]) => {
    const notice = { id: 'n', isFirst: true, atSec: 1, news }
    await applyLabelNews(counted, { id: clientId, userId: 'w' }, [notice], (address) => address)
    const { rows } = await pool.query(
      'select chat from whatsapp_labelled where client_id = $1 order by chat',
      [clientId],
    )
    return rows.map(({ chat }) => chat)
  }
  const many = Array.from({ length: 2_000 }, (_, n) => n + 10_000)
  expect(await read(many.map((n) => put(n, true)))).toHaveLength(2_000)
  // The whole is read anew where a part of it did not fit.
  const left = await read([...many.map((n) => put(n, n % 2 === 0)), put(10_000, false), put(10_001, true)])
  expect(left.slice(0, 3)).toEqual(['10001', '10002', '10004'].map((n) => `${n}@s.whatsapp.net`))
  expect(left).toHaveLength(1_000)
  const ofPuts = statements.filter((name) => /_put_first|_take_off/.test(name))
  expect(ofPuts).toEqual([
    'whatsapp_label_put_first',
    'whatsapp_label_take_off_first',
    'whatsapp_label_put_first',
  ])
  expect(statements.length).toBeLessThan(12)
  const { rows } = await pool.query('select from event_log where client_id = $1', [clientId])
  expect(rows).toEqual([])
})
