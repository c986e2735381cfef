import { ChatChangeError, type NetworkConnection, type NetworkLabel } from '../../network/port.ts'
import type { Log } from '../../platform/logger.ts'
import { createAccountCommand, type Performers, refuseChatChange } from '../account-acts/index.ts'
import type { LabelActs } from './commands.ts'

async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof ChatChangeError ? refuseChatChange(error) : error
  }
}

async function create(
  labels: NetworkConnection['chats']['labels'],
  { name, colour, repeat }: LabelActs['create']['input'],
): Promise<NetworkLabel> {
  try {
    return await labels.create(name, colour)
  } catch (error) {
    if (repeat && error instanceof ChatChangeError && error.problem.kind === 'label_taken')
      return error.problem.label
    throw error
  }
}

const PERFORMERS: Performers<LabelActs> = {
  create: ({ chats: { labels } }, input) => refusing(create(labels, input)),
  change: ({ chats: { labels } }, { id, ...change }) => refusing(labels.change(id, change)),
  async remove({ chats: { labels } }, { id }) {
    await refusing(labels.remove(id))
    return null
  },
  put({ chats: { labels } }, { id, place, others = [], isOn }) {
    const places = [place, ...others.map((chat) => ({ ...place, chat }))]
    return refusing(labels.put(id, places, isOn))
  },
}

export const createWhatsappLabelCommand = (log: Log) => createAccountCommand(log, PERFORMERS)
