import type { KnownPrivacy, PrivacySettings } from '../../network/port.ts'

/** Asks the owner of a client about its account's profile, or to change it. */
export const PROFILE_COMMAND = 'profile.act'

export interface OwnProfile {
  name: string | null
  about: string | null
  /** A link of the network; null when there is no picture. */
  pictureUrl: string | null
}

export type Privacy = KnownPrivacy & { expirationSec: number }

export type PrivacyChanges = { [K in keyof PrivacySettings]?: PrivacySettings[K] | undefined }

/** The acts with what each needs and what it answers. Bytes are base64. */
export interface ProfileActs {
  get: { input: object; output: OwnProfile }
  update: { input: { name?: string | undefined; about?: string | undefined }; output: null }
  setPicture: { input: { jpeg: string | null }; output: null }
  privacy: { input: object; output: Privacy }
  updatePrivacy: {
    input: { settings: PrivacyChanges; expirationSec?: number | undefined }
    output: null
  }
}
