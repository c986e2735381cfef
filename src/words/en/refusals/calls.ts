import type { CallRefusals, RefusalParams } from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'

const ROLES: Readonly<Record<RefusalParams['ROLE_MISSING']['role'], string>> = {
  owner: 'The owner',
  admin: 'An admin',
  agent: 'An agent',
  viewer: 'A viewer',
}

const RIGHTS: Readonly<Record<RefusalParams['ROLE_MISSING']['right'], string>> = {
  view: 'see that',
  inspect: 'see that',
  talk: 'write to contacts or change them',
  build: 'change flows or what they use',
  manage: 'change numbers, secrets or members',
  own: 'delete it or hand it over',
}

export const calls: Sentences<CallRefusals> = {
  ADMINS_ONLY: 'Only admins may do that.',
  ROLE_MISSING: ({ role, right }) =>
    `${ROLES[role]} of this workspace may not ${RIGHTS[right]}. Ask its owner or an admin of it.`,
  WORKSPACE_LEFT:
    'This page shows another workspace than the one you work in now. Nothing was done. Load it anew, or go back to its workspace.',
  PEOPLE_ONLY: 'No key may do that. It is only for signed-in people, in the dashboard.',
  CONTENT_TYPE: 'Send JSON in UTF-8 with the header Content-Type: application/json.',
  BODY_TOO_LARGE: ({ mib }) => `The body is larger than the ${mib} MiB this operation takes.`,
  BODY_TOO_LARGE_BESIDE: ({ field }) =>
    `The body is larger than 1 MiB without the files in ${field}. Send less beside them; files can also be given by URL.`,
  SHORT_FILES_TOO_LARGE:
    'The body holds more than 16 MiB of files that are shorter than 256 KiB each. Send fewer files in one call.',
  BODY_TOO_MANY_VALUES: ({ most }) =>
    `The body holds more than ${most} values and keys. Send less in one call.`,
  BODY_TOO_DEEP: ({ levels }) => `The body is not valid JSON: it nests deeper than ${levels} levels.`,
  BODY_ENDED_EARLY: 'The body ended early.',
}
