export { type ContactCache, createContactCache } from './cache.ts'
export { ContactFields } from './fields.ts'
export { noteSubjects, subjectOf, type ToldSubject } from './group-subjects.ts'
export type { PersonHint } from './plan.ts'
export {
  findContactId,
  gatherStrays,
  type MergedContact,
  type ResolvedContacts,
  resolveContact,
  resolveContacts,
  resolveForm,
  toPersonHint,
} from './resolve.ts'
export {
  type ContactRow,
  findIdsByHash,
  findLidsByHash,
  readContacts,
  readContactsByAddress,
} from './store.ts'
