import type { Bus } from '../../bus/port.ts'
import type { Handlers } from '../../contract/handlers.ts'
import { AskAccount } from '../account-acts/index.ts'
import type { PictureMaker } from '../media/index.ts'
import { PROFILE_COMMAND, type ProfileActs } from './commands.ts'

type ProfileHandlers = Handlers['profile']

export interface ProfileDeps {
  bus: Bus
  newId(): string
  makePicture: PictureMaker
}

const SUCCESS = { success: true } as const

/** The profiles of clients' accounts, as the network has them: nothing of them is kept here. */
export class Profile {
  readonly handlers: ProfileHandlers

  constructor({ bus, newId, makePicture }: ProfileDeps) {
    const account = new AskAccount<ProfileActs>({ bus, newId }, PROFILE_COMMAND)
    this.handlers = {
      get: ({ clientId }) => account.ask(clientId, 'get', {}),
      update: async ({ clientId, ...changes }) => {
        await account.ask(clientId, 'update', changes)
        return SUCCESS
      },
      setPicture: async ({ clientId, picture }) => {
        await account.ask(clientId, 'setPicture', { jpeg: picture && (await makePicture(picture)) })
        return SUCCESS
      },
      getPrivacy: ({ clientId }) => account.ask(clientId, 'privacy', {}),
      updatePrivacy: async ({ clientId, expirationSec, ...settings }) => {
        await account.ask(clientId, 'updatePrivacy', { settings, expirationSec })
        return SUCCESS
      },
    }
  }
}
