import { toAddress } from '../../core/addresses.ts'
import { type Refusal, refusal, toRefusal } from '../../core/errors.ts'
import type { NetworkAnswer, NetworkConnection, NetworkProfile, PrivacySettings } from '../../network/port.ts'
import type { Log } from '../../platform/logger.ts'
import {
  createAccountCommand,
  type OwnedAccount,
  type Performers,
  refuseCode,
  requireAnswer,
} from '../account-acts/index.ts'
import type { PrivacyChanges, ProfileActs } from './commands.ts'

const PICTURE_TIMEOUT_MS = 12_000
/** Of what is asked of the directory, where the account says nothing of itself (Baileys' `USyncStatusProtocol`). */
const NOT_AUTHORISED = 401
const NOT_FOUND = 404
const NOT_ACCEPTABLE = 406

const SETTINGS = [
  ...['lastSeen', 'online', 'picture', 'about', 'readReceipts', 'groupsAdd', 'callsAdd', 'messages'],
] as (keyof PrivacySettings)[]

interface Step {
  name: string
  run: (() => Promise<NetworkAnswer<null> | { kind: 'phone_not_ready' }>) | null
}

/** One after the other; what was done before a refusal stands in its `done`. */
async function runSteps(steps: readonly Step[]): Promise<null> {
  const done: string[] = []
  for (const { name, run } of steps) {
    if (!run) continue
    const answer = await run()
    if (answer.kind !== 'answered') {
      const refused =
        answer.kind === 'refused'
          ? refuseCode(answer.networkCode)
          : refusal('CONFLICT', 'PHONE_NOT_READY', {})
      throw toRefusal({ ...refused, message: refused.message, data: { ...refused.data, done } })
    }
    done.push(name)
  }
  return null
}

async function readPicture(connection: NetworkConnection, account: OwnedAccount['client']) {
  const { address } = account
  if (address === null) return null
  const picture = await connection.profilePicture(toAddress(address), 'full', PICTURE_TIMEOUT_MS)
  return picture.state === 'found' ? picture.url : null
}

async function readAbout(profile: NetworkProfile): Promise<string | null> {
  const about = await profile.about()
  const isNone =
    about.kind === 'refused' && (about.networkCode === NOT_AUTHORISED || about.networkCode === NOT_FOUND)
  return isNone ? null : requireAnswer(about)
}

const setPrivacy = <K extends keyof PrivacySettings>(
  profile: NetworkProfile,
  setting: K,
  changes: PrivacyChanges,
): Step => {
  const value = changes[setting]
  return {
    name: setting,
    run: value === undefined ? null : () => profile.setPrivacy(setting, value as PrivacySettings[K]),
  }
}

const refusePicture = (networkCode: number): Refusal =>
  networkCode === NOT_ACCEPTABLE
    ? refusal('UNPROCESSABLE_CONTENT', 'PICTURE_NOT_TAKEN', {})
    : refuseCode(networkCode)

const PERFORMERS: Performers<ProfileActs> = {
  async get(connection, _input, account) {
    const { profile } = connection
    const about = await readAbout(profile)
    return { name: profile.name(), about, pictureUrl: await readPicture(connection, account) }
  },
  update: ({ profile }, { name, about }) =>
    runSteps([
      { name: 'name', run: name === undefined ? null : () => profile.setName(name) },
      { name: 'about', run: about === undefined ? null : () => profile.setAbout(about) },
    ]),
  async setPicture({ profile }, { jpeg }) {
    const bytes = jpeg === null ? null : Buffer.from(jpeg, 'base64')
    return requireAnswer(await profile.setPicture(bytes), refusePicture)
  },
  async privacy({ profile }) {
    const settings = requireAnswer(await profile.privacy())
    return { ...settings, expirationSec: requireAnswer(await profile.defaultExpirationSec()) }
  },
  updatePrivacy: ({ profile }, { settings, expirationSec }) =>
    runSteps([
      ...SETTINGS.map((setting) => setPrivacy(profile, setting, settings)),
      {
        name: 'expirationSec',
        run: expirationSec === undefined ? null : () => profile.setDefaultExpirationSec(expirationSec),
      },
    ]),
}

export const createProfileCommand = (log: Log) => createAccountCommand(log, PERFORMERS)
