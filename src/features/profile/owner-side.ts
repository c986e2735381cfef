import { toAddress } from '../../core/addresses.ts'
import { Refusal, refusal, toRefusal } from '../../core/errors.ts'
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

/** No step begins later: with the longest one it is less than a command to the owner may take (`AskAccount`). */
const STEPS_MS = 30_000

const notAnswered = (cause?: unknown): Refusal =>
  refusal('GATEWAY_TIMEOUT', 'NO_ANSWER_IN_TIME', {}, { cause })

/** Why a step was not done; null when it was. */
async function tryStep(run: NonNullable<Step['run']>): Promise<Refusal | null> {
  try {
    const answer = await run()
    if (answer.kind === 'answered') return null
    return answer.kind === 'refused'
      ? refuseCode(answer.networkCode)
      : refusal('CONFLICT', 'PHONE_NOT_READY', {})
  } catch (err) {
    return err instanceof Refusal ? err : notAnswered(err)
  }
}

/**
 * One after the other, while there is time; what was done before a refusal, or before the time was over, stands in its `done`. Of a
 * step that was not answered nobody knows.
 */
async function runSteps(steps: readonly Step[], nowMs: () => number): Promise<null> {
  const done: string[] = []
  const untilMs = nowMs() + STEPS_MS
  for (const { name, run } of steps) {
    if (!run) continue
    const refused = nowMs() > untilMs ? notAnswered() : await tryStep(run)
    if (refused) {
      const { code, message, data } = refused
      throw toRefusal({ code, message, data: { ...data, done } })
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

const createPerformers = (nowMs: () => number): Performers<ProfileActs> => ({
  async get(connection, _input, account) {
    const { profile } = connection
    const about = await readAbout(profile)
    return { name: profile.name(), about, pictureUrl: await readPicture(connection, account) }
  },
  update: ({ profile }, { name, about }) =>
    runSteps(
      [
        { name: 'name', run: name === undefined ? null : () => profile.setName(name) },
        { name: 'about', run: about === undefined ? null : () => profile.setAbout(about) },
      ],
      nowMs,
    ),
  async setPicture({ profile }, { jpeg }) {
    const bytes = jpeg === null ? null : Buffer.from(jpeg, 'base64')
    return requireAnswer(await profile.setPicture(bytes), refusePicture)
  },
  async privacy({ profile }) {
    const settings = requireAnswer(await profile.privacy())
    return { ...settings, expirationSec: requireAnswer(await profile.defaultExpirationSec()) }
  },
  updatePrivacy: ({ profile }, { settings, expirationSec }) =>
    runSteps(
      [
        ...SETTINGS.map((setting) => setPrivacy(profile, setting, settings)),
        {
          name: 'expirationSec',
          run: expirationSec === undefined ? null : () => profile.setDefaultExpirationSec(expirationSec),
        },
      ],
      nowMs,
    ),
})

export const createProfileCommand = (log: Log, nowMs = () => performance.now()) =>
  createAccountCommand(log, createPerformers(nowMs))
