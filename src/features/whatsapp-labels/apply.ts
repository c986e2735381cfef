import type { Executor } from '../../db/transaction.ts'
import type { ChatNotice, LabelNews } from '../../network/port.ts'
import { notePhoneChange, notePhoneHad } from './link-store.ts'
import { endLink } from './links.ts'
import {
  HOLD_WHATSAPP_LABELS,
  PUT_FIRST,
  PUT_ON,
  TAKE_OFF,
  TAKE_OFF_FIRST,
  toLabelValues,
  WRITE_LABEL,
} from './store.ts'

type Put = Extract<LabelNews, { kind: 'labelled' }>

interface Into {
  client: { id: string; userId: string }
  /** Gives a person's canonical address. */
  idOf(address: string): string
}

/** With a label its link ends; what has the other label keeps it. */
async function writeLabel(
  tx: Executor,
  { id: clientId }: Into['client'],
  userId: string | null,
  { label, isDeleted }: Extract<LabelNews, { kind: 'label' }>,
): Promise<void> {
  await tx.query(WRITE_LABEL, toLabelValues(clientId, userId, label, isDeleted))
  if (isDeleted) await endLink(tx, clientId, label.id)
}

const toColumns = (puts: readonly Put[], { idOf }: Into) =>
  [
    puts.map(({ labelId }) => labelId),
    puts.map(({ chat }) => idOf(chat)),
    puts.map(({ messageId }) => messageId ?? ''),
  ] as const

/** What is linked with it is to follow, where it was not so already. */
async function writePut(tx: Executor, { client, idOf }: Into, put: Put): Promise<void> {
  const { labelId, messageId, isOn } = put
  const chat = idOf(put.chat)
  await tx.query(HOLD_WHATSAPP_LABELS, [client.id, [labelId]])
  const place = [client.id, client.userId, labelId, chat, messageId ?? '']
  const changed = await tx.query(isOn ? PUT_ON : TAKE_OFF, place)
  if (messageId === null && changed.length > 0)
    await notePhoneChange(tx, { clientId: client.id, chat, labelId, isOn })
}

/** Of what was so from the first nobody is told. The last word on each thing holds. */
async function applyFirst(tx: Executor, into: Into, news: readonly LabelNews[]): Promise<void> {
  const last = new Map<string, Put>()
  for (const each of news) {
    if (each.kind === 'label') await writeLabel(tx, into.client, null, each)
    else last.set(`${each.labelId}/${into.idOf(each.chat)}/${each.messageId}`, each)
  }
  const puts = [...last.values()]
  const off = puts.filter(({ isOn }) => !isOn)
  if (off.length > 0) await tx.query(TAKE_OFF_FIRST, [into.client.id, ...toColumns(off, into)])
  const on = puts.filter(({ isOn }) => isOn)
  if (on.length === 0) return
  const columns = toColumns(on, into)
  await tx.query(HOLD_WHATSAPP_LABELS, [into.client.id, [...new Set(columns[0])]])
  await tx.query(PUT_FIRST, [into.client.id, ...columns])
  const ofChats = on.filter(({ messageId }) => messageId === null)
  const places = ofChats.map(({ labelId, chat }) => ({ labelId, chat: into.idOf(chat) }))
  await notePhoneHad(tx, into.client.id, places)
}

const isOfLabels = (news: ChatNotice['news'][number]): news is LabelNews =>
  news.kind === 'label' || news.kind === 'labelled'

/** Stores labels of the account and what has them, and logs each change once, but for what was so from the first. */
export async function applyLabelNews(
  tx: Executor,
  client: Into['client'],
  notices: readonly ChatNotice[],
  idOf: Into['idOf'],
): Promise<void> {
  const into = { client, idOf }
  for (const { isFirst, news } of notices) {
    const ofLabels = news.filter(isOfLabels)
    if (isFirst) {
      await applyFirst(tx, into, ofLabels)
      continue
    }
    for (const each of ofLabels)
      await (each.kind === 'label' ? writeLabel(tx, client, client.userId, each) : writePut(tx, into, each))
  }
}
