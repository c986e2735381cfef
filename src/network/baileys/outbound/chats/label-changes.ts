import { proto, type WAPatchCreate, type WASocket } from 'baileys'
import type { Address } from '../../../../core/addresses.ts'
import {
  ChatChangeError,
  type ChatChangeProblem,
  isOfPeople,
  type LabelPlace,
  type NetworkLabel,
} from '../../../port.ts'
import { LABEL_COLOURS, LABEL_INDEX, toNetworkLabel } from '../../../translate/account/label-notices.ts'
import { changeAppState, readAppState } from '../../app-state.ts'

type Action = proto.SyncActionValue.ILabelEditAction

/** As many as WhatsApp's own applications let a person make; the server cannot see them. */
const MOST_LABELS = 20

interface Labels {
  /** By number, deleted ones too. */
  actions: ReadonlyMap<string, Action>
  /** What has which label: the indexes of those that say so. */
  puts: ReadonlySet<string>
}

const refuse = (problem: ChatChangeProblem, message: string): ChatChangeError =>
  new ChatChangeError(problem, message)

const isSameName = (one: string, other: string): boolean => one.trim() === other.trim()

/** The account's labels and what has them, as the phone and its linked devices agreed. */
async function readLabels(socket: WASocket, way: RequestInit): Promise<Labels> {
  const actions = new Map<string, Action>()
  const puts = new Set<string>()
  for (const { index, value } of await readAppState(socket, 'regular', way)) {
    const name = Buffer.from(index ?? []).toString()
    const [, id = ''] = JSON.parse(name) as string[]
    if (value?.labelEditAction) actions.set(id, value.labelEditAction)
    if (value?.labelAssociationAction?.labeled) puts.add(name)
  }
  return { actions, puts }
}

const presentOf = ({ actions }: Labels): NetworkLabel[] =>
  [...actions].flatMap(([id, action]) => (action.deleted ? [] : [toNetworkLabel(id, action)]))

function requireLabel({ actions }: Labels, id: string): Action {
  const action = actions.get(id)
  if (!action || action.deleted) throw refuse({ kind: 'label_unknown' }, `there is no label ${id}`)
  return action
}

function requireFreeName(labels: Labels, name: string, except?: string): void {
  const taken = presentOf(labels).find((label) => label.id !== except && isSameName(label.name, name))
  if (taken) throw refuse({ kind: 'label_taken', label: taken }, `there is a label ${name}`)
}

/** The number after the highest; a deleted label's is never used again, since chats may still carry it. */
const nextId = ({ actions }: Labels): number =>
  Math.max(0, ...[...actions.keys()].map(Number).filter(Number.isSafeInteger)) + 1

/** Collection, version and index are those of whatsmeow's `BuildLabelEdit`, `BuildLabelChat` and `BuildLabelMessage`. */
const toPatch = (index: string[], value: Omit<proto.ISyncActionValue, 'timestamp'>): WAPatchCreate => ({
  type: 'regular',
  apiVersion: 3,
  operation: proto.SyncdMutation.SyncdOperation.SET,
  index,
  syncAction: { timestamp: Date.now(), ...value },
})

const toEdit = (id: string, labelEditAction: Action): WAPatchCreate =>
  toPatch([LABEL_INDEX.edit, id], { labelEditAction })

const toPlaceIndex = (id: string, { chat, messageId }: LabelPlace): string[] =>
  // The last two are so in both libraries, whoever wrote the message.
  messageId === null ? [LABEL_INDEX.chat, id, chat] : [LABEL_INDEX.message, id, chat, messageId, '0', '0']

/** Changes an entry of a label, each time from what there is then; answers what it is now. */
async function edit(
  socket: WASocket,
  way: RequestInit,
  make: (labels: Labels) => [id: string, action: Action],
): Promise<NetworkLabel> {
  let made: [string, Action] = ['', {}]
  await changeAppState(socket, {
    type: 'regular',
    async make() {
      made = make(await readLabels(socket, way))
      return toEdit(...made)
    },
  })
  return toNetworkLabel(...made)
}

export const createLabel = (socket: WASocket, way: RequestInit, name: string, colour: number | null) =>
  edit(socket, way, (labels) => {
    requireFreeName(labels, name)
    const counted = presentOf(labels).filter(({ kind }) => isOfPeople(kind))
    if (counted.length >= MOST_LABELS)
      throw refuse({ kind: 'labels_full', most: MOST_LABELS }, 'there are as many labels as phones show')
    const next = nextId(labels)
    return [String(next), { name: name.trim(), color: colour ?? next % LABEL_COLOURS, deleted: false }]
  })

export const changeLabel = (
  socket: WASocket,
  way: RequestInit,
  id: string,
  { name, colour }: { name?: string; colour?: number },
) =>
  edit(socket, way, (labels) => {
    const action = requireLabel(labels, id)
    if (action.isImmutable) throw refuse({ kind: 'label_fixed' }, `the label ${id} cannot be changed`)
    if (name !== undefined) requireFreeName(labels, name, id)
    const changes = {
      ...(name !== undefined && { name: name.trim() }),
      ...(colour !== undefined && { color: colour }),
    }
    return [id, { ...action, ...changes }]
  })

export async function removeLabel(socket: WASocket, way: RequestInit, id: string): Promise<void> {
  await edit(socket, way, (labels) => {
    const action = requireLabel(labels, id)
    if (action.isImmutable) throw refuse({ kind: 'label_fixed' }, `the label ${id} cannot be deleted`)
    return [id, { ...action, deleted: true }]
  })
}

/** A repeat writes nothing. */
export async function putLabel(
  socket: WASocket,
  way: RequestInit,
  id: string,
  places: readonly LabelPlace[],
  isOn: boolean,
): Promise<NetworkLabel> {
  const indexes = places.map((place) => toPlaceIndex(id, place))
  let action: Action = {}
  for (const written of isOn ? indexes.slice(0, 1) : indexes) {
    await changeAppState(socket, {
      type: 'regular',
      async make() {
        const labels = await readLabels(socket, way)
        action = requireLabel(labels, id)
        const looked = isOn ? indexes : [written]
        if (looked.some((index) => labels.puts.has(JSON.stringify(index))) === isOn) return null
        return toPatch(written, { labelAssociationAction: { labeled: isOn } })
      },
    })
  }
  return toNetworkLabel(id, action)
}

/** Reads nothing before. What is so already is written again, which changes nothing. */
export async function putChat(
  socket: WASocket,
  id: string,
  addresses: readonly Address[],
  isOn: boolean,
): Promise<void> {
  for (const chat of isOn ? addresses.slice(0, 1) : addresses) {
    const index = toPlaceIndex(id, { chat, messageId: null })
    await changeAppState(socket, toPatch(index, { labelAssociationAction: { labeled: isOn } }))
  }
}

/** Gives a chat the label of this name, which is made where there is none. */
export async function labelChat(
  socket: WASocket,
  chat: string,
  name: string,
  way: RequestInit,
): Promise<void> {
  const labels = await readLabels(socket, way)
  const known = presentOf(labels).find((label) => isSameName(label.name, name))
  const place = { chat: chat as LabelPlace['chat'], messageId: null }
  const { id } = known ?? (await createLabel(socket, way, name, null))
  await putLabel(socket, way, id, [place], true)
}
