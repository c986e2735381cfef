import { ChatChangeError } from '../../network/port.ts'
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

const PERFORMERS: Performers<LabelActs> = {
  create: ({ chats: { labels } }, { name, colour }) => refusing(labels.create(name, colour)),
  change: ({ chats: { labels } }, { id, ...change }) => refusing(labels.change(id, change)),
  async remove({ chats: { labels } }, { id }) {
    await refusing(labels.remove(id))
    return null
  },
  put: ({ chats: { labels } }, { id, place, isOn }) => refusing(labels.put(id, place, isOn)),
}

export const createWhatsappLabelCommand = (log: Log) => createAccountCommand(log, PERFORMERS)
