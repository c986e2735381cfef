import type { NoParams } from './coded.ts'

/** What people of a workspace do with their conversations, and keep for them, may be refused for. */
export interface TeamRefusals {
  /** Another person wrote in the conversation what the caller had not seen; `id` is the newest message of it. */
  ANSWERED_MEANWHILE: { id: string }
  SNOOZE_NOT_AHEAD: NoParams
  NOTE_NOT_OWN: NoParams
  STATUS_SHOWS_NO_PRESENCE: NoParams
  TOO_MANY_REPLIES: { most: number }
  SHORTCUT_TAKEN: { shortcut: string }
  TOO_MANY_DEPARTMENTS: { most: number }
  DEPARTMENT_TAKEN: { name: string }
  TOO_MANY_LABELS: { most: number }
  LABEL_TAKEN: { name: string }
  CONVERSATION_LABELS_FULL: { most: number }
  TOO_MANY_CAMPAIGNS: { most: number }
  CAMPAIGN_TOO_LARGE: { most: number }
  CAMPAIGN_EMPTY: NoParams
  CAMPAIGN_WITHOUT_CONTENT: NoParams
  CAMPAIGN_AUDIO_WITH_TEXT: NoParams
  CAMPAIGN_FILE_GONE: NoParams
  CAMPAIGN_FLOW_UNREADY: NoParams
  /** It is in a state in which what was asked for cannot be done. */
  CAMPAIGN_IS: { state: 'draft' | 'planned' | 'running' | 'paused' | 'done' | 'cancelled' }
}
