import type { Executor } from '../../db/transaction.ts'
import type { ChatNotice, LabelNews } from '../../network/port.ts'
import { PUT_FIRST, PUT_ON, TAKE_OFF, WRITE_LABEL } from './store.ts'

type Put = Extract<LabelNews, { kind: 'labelled' }>

interface Into {
  client: { id: string; userId: string }
  /** Gives a person's canonical address. */
  idOf(address: string): string
}

const writeLabel = (
  tx: Executor,
  { id: clientId }: Into['client'],
  userId: string | null,
  { label, isDeleted }: Extract<LabelNews, { kind: 'label' }>,
) => {
  const { id, name, colour, kind, predefinedId, isActive, isFixed } = label
  const values = [id, name, colour, kind, predefinedId, isActive, isFixed, isDeleted]
  return tx.query(WRITE_LABEL, [clientId, userId, ...values])
}

const writePut = (
  tx: Executor,
  { client, idOf }: Into,
  userId: string | null,
  { labelId, chat, messageId, isOn }: Put,
) => tx.query(isOn ? PUT_ON : TAKE_OFF, [client.id, userId, labelId, idOf(chat), messageId ?? ''])

/** Of what was so from the first nobody is told. The last word on each thing holds. */
async function applyFirst(tx: Executor, into: Into, news: readonly LabelNews[]): Promise<void> {
  const last = new Map<string, Put>()
  for (const each of news) {
    if (each.kind === 'label') await writeLabel(tx, into.client, null, each)
    else last.set(`${each.labelId}/${into.idOf(each.chat)}/${each.messageId}`, each)
  }
  const puts = [...last.values()]
  for (const put of puts.filter(({ isOn }) => !isOn)) await writePut(tx, into, null, put)
  const on = puts.filter(({ isOn }) => isOn)
  if (on.length === 0) return
  const columns = [
    on.map(({ labelId }) => labelId),
    on.map(({ chat }) => into.idOf(chat)),
    on.map(({ messageId }) => messageId ?? ''),
  ]
  await tx.query(PUT_FIRST, [into.client.id, ...columns])
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
      await (each.kind === 'label'
        ? writeLabel(tx, client, client.userId, each)
        : writePut(tx, into, client.userId, each))
  }
}
