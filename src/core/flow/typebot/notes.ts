import { type Coded, type GivenParams, type NoParams, toCoded } from '../../conversation/coded.ts'

/** What the import of a Typebot says of a block or an event, with what varies. The sentences are in `words`. */
export interface TypebotNoteParams {
  // Texts, files and pages
  LIST_WRITING: NoParams
  CODE_IN_TEXT: NoParams
  IMAGE_LINK: NoParams
  SENT_AS_LINK: NoParams
  // Questions
  BOUNDS_UNCHECKED: NoParams
  DATE_AS_TEXT: NoParams
  STORED_AS_DATE: NoParams
  STORED_AS_TIME: NoParams
  STORED_AS_URL: NoParams
  RATING_AS_NUMBER: NoParams
  ONE_FILE: NoParams
  FILE_WITH_KIND: NoParams
  FILE_OR_TEXT: NoParams
  FIRST_MESSAGE_SILENT: NoParams
  PICTURES_LEFT_OUT: NoParams
  PAYMENT_LINK: NoParams
  PAYMENT_LOOKED_UP: NoParams
  CARDS_AS_MENU: NoParams
  BUTTONS_LEFT_OUT: NoParams
  LIST_IN_PAGES: NoParams
  NO_ONE_TIME_CODES: NoParams
  // Values
  CONTACT_ADDRESS: NoParams
  ALWAYS_MOBILE: NoParams
  NO_CHANCE: NoParams
  FLOW_TIME_ZONE: NoParams
  MOMENT_IN_UTC: NoParams
  NO_VALUE: { name: string }
  LIST_COPIED: NoParams
  COUNTS_FROM_ZERO: NoParams
  SCRIPT_COMPUTES: NoParams
  TRANSCRIPT_READ: NoParams
  DECIMALS: NoParams
  // Conditions and paths
  FORM_FOLDED: NoParams
  ACCENTS_FOLDED: NoParams
  NUMBERS_ORDERED: NoParams
  WAIT_IN_VARIABLE: NoParams
  WHOLE_SECOND: NoParams
  JUMP_IN_VARIABLE: NoParams
  RETURNS_BOUNDED: { most: number }
  LINKED_BOT: NoParams
  RESUMED_BY_API: NoParams
  NO_LOOP: NoParams
  PAGE_SCRIPT_LEFT_OUT: NoParams
  SCRIPT_WITHOUT_PAGE: NoParams
  // Calls and other services
  ADDRESS_INCOMPLETE: NoParams
  ERROR_NOT_STORED: NoParams
  BODY_OF_ALL_ANSWERS: NoParams
  BODY_AS_TEXT: NoParams
  MODEL_TO_SET_UP: NoParams
  CONVERSATION_READ: NoParams
  COUNTS_NOT_STORED: NoParams
  TOOLS_LEFT_OUT: NoParams
  ASSISTANT_ELSEWHERE: NoParams
  NO_SPEECH: NoParams
  MEASUREMENTS_LEFT_OUT: NoParams
  HANDOFF_WITHOUT_CHATWOOT: NoParams
  MAIL_SERVER_TO_SET_UP: NoParams
  MAIL_TO_NOBODY: NoParams
  HIDDEN_COPIES_LEFT_OUT: NoParams
  ATTACHMENTS_LEFT_OUT: NoParams
  /** `columns` are those that the block fills, with commas between. */
  SHEET_ROW_APPENDED: { columns: string }
  SHEET_ROWS_READ: NoParams
  SHEET_ROW_NOT_CHANGED: { columns: string }
  BLOCK_UNKNOWN: { type: string }
  // Starts and events
  COMMAND_AS_START: { command: string }
  EVENT_LEFT_OUT: { type: string }
  ANY_WORD_STARTS: NoParams
  START_CONDITION_LOST: NoParams
  ANY_MESSAGE_STARTS: NoParams
  GROUPS_NOT_REACHED: { groups: readonly string[] }
}

export type TypebotNoteCode = keyof TypebotNoteParams

export type TypebotNote = Coded<TypebotNoteParams>

export function note<Code extends TypebotNoteCode>(
  code: Code,
  ...[params]: GivenParams<TypebotNoteParams, Code>
): TypebotNote {
  return toCoded<TypebotNoteParams, Code>(code, params) as TypebotNote
}
