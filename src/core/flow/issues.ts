/** What graph validation can report. Any error blocks publishing; warnings never do. */
export type ErrorCode =
  | 'NO_TRIGGER'
  | 'DISCONNECTED'
  | 'DUPLICATE_ID'
  | 'UNKNOWN_TYPE'
  | 'GO_TO_TARGET_MISSING'
  | 'INVALID_DATA'

export type WarningCode =
  | 'UNCONNECTED_HANDLE'
  | 'LOOP_WITHOUT_WAIT'
  | 'UNDEFINED_VARIABLE'
  | 'TRIGGER_OVERLAP'
  | 'MENU_KEYWORD_SHADOWED'
  | 'NO_TIMEOUT'
  | 'LARGE_FLOW'
  | 'SECRET_IN_TEXT'
  | 'SCHEDULE_PAST'

/**
 * One finding of `validateFlow`. `message` is a sentence that says what to change; `path` is a dotted place inside
 * the node's `data`, for instance `options.1.label`.
 */
export interface Issue {
  code: ErrorCode | WarningCode
  severity: 'error' | 'warning'
  message: string
  nodeId?: string
  edgeId?: string
  path?: string
}

/** The answer of `validateFlow`; publish is allowed when `errors` is empty. */
export interface ValidationResult {
  errors: Issue[]
  warnings: Issue[]
}
