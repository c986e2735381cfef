import type { NetworkAnswer } from './network-answer.ts'

/** Who may see or do something; `contacts_except` leaves out those that were chosen at the phone. */
export type Audience = 'everyone' | 'contacts' | 'contacts_except' | 'nobody'

/** What an account lets others see and do. */
export interface PrivacySettings {
  lastSeen: Audience
  online: 'everyone' | 'same_as_last_seen'
  picture: Audience
  about: Audience
  /** False: writers are not told that the account read what they wrote, and it is not told either. */
  readReceipts: boolean
  groupsAdd: Exclude<Audience, 'nobody'>
  callsAdd: 'everyone' | 'known'
  messages: 'everyone' | 'contacts'
}

/** Null where the network says what there is no word for. */
export type KnownPrivacy = { [K in keyof PrivacySettings]: PrivacySettings[K] | null }

/**
 * The account's own profile and privacy. What is set is what is to be, so a repeat changes nothing. Each rejects when the
 * client is not connected, or when the network does not answer in time: then it may or may not have happened.
 */
export interface NetworkProfile {
  /** The name the account gave itself, as its phone shared it; null while it did not. */
  name(): string | null
  /** Null when the account says nothing of itself. */
  about(): Promise<NetworkAnswer<string | null>>
  /** `phone_not_ready`: the phone has not shared the keys with which its linked devices write the name. */
  setName(name: string): Promise<NetworkAnswer<null> | { kind: 'phone_not_ready' }>
  /** An empty text takes it away. */
  setAbout(about: string): Promise<NetworkAnswer<null>>
  /** A JPEG; null takes the picture away. */
  setPicture(jpeg: Uint8Array | null): Promise<NetworkAnswer<null>>
  privacy(): Promise<NetworkAnswer<KnownPrivacy>>
  setPrivacy<K extends keyof PrivacySettings>(
    setting: K,
    value: PrivacySettings[K],
  ): Promise<NetworkAnswer<null>>
  /** After how many seconds messages of chats that begin disappear; 0: they stay. */
  defaultExpirationSec(): Promise<NetworkAnswer<number>>
  setDefaultExpirationSec(seconds: number): Promise<NetworkAnswer<null>>
}

/** What changed in the profile, at the phone or another device of the account. */
export type ProfileNews =
  | { kind: 'name'; name: string }
  | { kind: 'about'; about: string | null }
  | { kind: 'picture' }
  | { kind: 'privacy'; settings: Partial<KnownPrivacy> }

export interface ProfileNotice {
  /** Of the notification, the same when it comes again; unique in the client. */
  id: string
  atSec: number
  news: readonly ProfileNews[]
}
