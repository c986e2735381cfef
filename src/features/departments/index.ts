export {
  chooseMember,
  hasDepartment,
  isThere,
  listAssignees,
  lockChoices,
} from './choice.ts'
export { Departments } from './departments.ts'
