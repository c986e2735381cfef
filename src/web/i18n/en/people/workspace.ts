/** What of workspaces is shown beside the page of the team. */
export const workspace = {
  switchTo: 'Workspace',
  noNumbers: 'There is no number here for you yet.',
  readOnly: 'You are a viewer here: you can read along. Ask an admin if you need to write.',
  lacks: {
    view: 'You may not see this.',
    inspect: 'Only owners, admins and viewers see this.',
    talk: 'Viewers read along; ask an admin if you need to write.',
    build: 'Only owners and admins change flows.',
    manage: 'Only owners and admins may do this.',
    own: 'Only the owner may do this.',
  },
}
