import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Companion } from '../../state/companion.ts'
import type { Network } from '../../state/network.ts'
import type { Session } from '../../state/session.ts'
import { activateSession } from '../activation.ts'
import { parseAddress } from '../addresses.ts'
import { CHANNEL_ADMIN_QUERIES } from '../channels/channel-admin-queries.ts'
import { CHANNEL_QUERIES, QueryRefusal } from '../channels/channel-queries.ts'
import { unlinkCompanion } from '../linking.ts'
import { describeNewChats } from '../new-chats.ts'
import { child, children, node, textOf } from '../nodes.ts'
import { noteProblem } from '../problems.ts'
import { changeShownAbout } from '../profile.ts'
import { describeTimeLock } from '../time-lock.ts'
import { BAD_REQUEST, type IqHandler, NOT_FOUND, OK } from './answer.ts'

export const acknowledge: IqHandler = () => OK

/** `active` starts live traffic: what waited comes first. */
export const handlePassive: IqHandler = (network, session, iq) =>
  child(iq, 'active') === undefined ? OK : { afterwards: () => activateSession(network, session) }

/** The client fetched anew what had become dirty. */
export const handleClean: IqHandler = (_network, { companion }, iq) => {
  const cleaned = children(iq).map(({ attrs }) => attrs.type)
  const { dirty } = companion.record
  if (dirty === undefined) return OK
  companion.record.dirty = dirty.filter((type) => !cleaned.includes(type))
  companion.save()
  return OK
}

export const handleProps: IqHandler = () => ({ content: [node('props', { protocol: '1', hash: 'sandbox' })] })

export const handleBusinessProfile: IqHandler = () => ({ content: [node('business_profile')] })

/** What can be asked by its query id, as rc14's Types/Mex has them: the restriction of writing to strangers, and its kin. */
const MEX_ANSWERS: Record<string, (network: Network, address: string) => Record<string, unknown>> = {
  '23983697327930364': (network, address) => ({
    xwa2_fetch_account_reachout_timelock: describeTimeLock(network, address),
  }),
  '24503548349331633': (network, address) => ({
    xwa2_message_capping_info: describeNewChats(network, address.slice(0, address.indexOf('.'))),
  }),
}

/** whatsmeow's `mutationUpdateTextStatus`. */
const SET_ABOUT = '9152604461510864'
/** Of what people see since 2026 (Baileys#2727); how the network refuses more is not known. */
const MOST_ABOUT = 50

function setShownAbout(network: Network, { record }: Companion, variables: Record<string, unknown>): object {
  const { text } = (variables.input ?? {}) as { text?: string | null }
  if ([...(text ?? '')].length > MOST_ABOUT) throw new QueryRefusal(400, 'Bad Request')
  changeShownAbout(network.directory.ensure(record.number), text ?? '')
  return { xwa2_update_text_status: { result: 'SUCCESS' } }
}

/** What a query answers, or the error that rc14's executeWMexQuery reads; one that is not known is an error too. */
function answerQuery(network: Network, { companion }: Session, iq: BinaryNode): object {
  const query = child(iq, 'query')
  const { query_id: id = '' } = query?.attrs ?? {}
  const ofAccount = MEX_ANSWERS[id]
  if (ofAccount !== undefined) return { data: ofAccount(network, companion.address) }
  const ofChannels = id === SET_ABOUT ? setShownAbout : (CHANNEL_QUERIES[id] ?? CHANNEL_ADMIN_QUERIES[id])
  const fail = (message: string, code: number) => {
    const error = { message, extensions: { error_code: code, is_retryable: false, severity: 'CRITICAL' } }
    return { data: null, errors: [error] }
  }
  if (ofChannels === undefined) {
    noteProblem(network, companion, iq, 'mex', 'the query id is not known')
    return fail('Unknown query', 400)
  }
  try {
    const { variables } = JSON.parse(textOf(query)) as { variables: Record<string, unknown> }
    return { data: ofChannels(network, companion, variables) }
  } catch (error) {
    if (error instanceof QueryRefusal) return fail(error.message, error.code)
    throw error
  }
}

export const handleMex: IqHandler = (network, session, iq) => ({
  content: [node('result', {}, Buffer.from(JSON.stringify(answerQuery(network, session, iq))))],
})

/** The client unlinks itself, or another linked device of its account. */
export const handleUnlink: IqHandler = (network, session, iq) => {
  const address = parseAddress(child(iq, 'remove-companion-device')?.attrs.jid)
  if (address === undefined || address.user !== session.companion.record.number) return BAD_REQUEST
  const companion = network.directory.companion(address.user, address.device)
  if (companion === undefined) return NOT_FOUND
  return { afterwards: () => unlinkCompanion(network, companion) }
}
