export { CallRefuser } from './call-refuser.ts'
export { Calls, REFUSE_CALL_COMMAND, type RefuseCallCommand } from './calls.ts'
