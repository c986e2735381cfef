/** What people of a workspace keep for their conversations may be refused for. */
export interface TeamRefusals {
  TOO_MANY_REPLIES: { most: number }
  SHORTCUT_TAKEN: { shortcut: string }
  TOO_MANY_DEPARTMENTS: { most: number }
  DEPARTMENT_TAKEN: { name: string }
}
