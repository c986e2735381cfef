import type { NoParams } from '../conversation/coded.ts'

/** Why a start, a resume or a cancel is refused, with what varies in its sentence. */
export interface StartRefusals {
  /** `testing`: of somebody who tries a draft out. */
  RUN_EXISTS: { while: 'starting' | 'testing' }
  FLOW_NOT_ACTIVE: { why: 'unpublished' | 'unpublished_here' | 'no_api_trigger' }
  RUN_NOT_FOUND: NoParams
  /** It was decided already, or is no longer wanted. */
  APPROVAL_OVER: NoParams
  NODE_NOT_FOUND: { node: string }
  INPUT_MISSING: { name: string }
  INPUT_INVALID: { name: string; type: string }
}
