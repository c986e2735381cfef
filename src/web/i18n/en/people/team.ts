export const team = {
  title: 'Team',
  intro: 'Who works here with you. Invite somebody, and both of you see the same numbers, chats and flows.',
  introOfOthers: 'Who works here with you.',
  invite: 'Invite',
  inviteBody: 'They come in by a link, with the account they have or one they make.',
  invitedBody: (email: string, until: string) =>
    `Send this link to ${email} yourself. It is shown this once, good until ${until}, and for that address only.`,
  invitedLine: (role: string, by: string) => `${role} · invited by ${by}`,
  role: 'Role',
  roles: { owner: 'Owner', admin: 'Admin', agent: 'Agent', viewer: 'Viewer' },
  roleHints: {
    admin: 'May do everything but delete all of it.',
    agent: 'Answers chats and looks after people.',
    viewer: 'Sees everything and changes nothing.',
  },
  numbers: 'Numbers',
  allNumbers: 'All numbers',
  someNumbers: 'Only some numbers',
  deletedNumber: 'a deleted number',
  chooseNumber: 'Choose at least one number.',
  you: '(you)',
  changed: 'Changed.',
  changeRole: 'Change role or numbers',
  changeRoleOf: (name: string) => `What ${name} may do`,
  actionsFor: (name: string) => `What to do with ${name}`,
  questions: {
    remove: {
      title: (name: string) => `Take ${name} out?`,
      body: 'They are let in nowhere from now on, and their keys end. What they made stays.',
      action: 'Take out',
    },
    leave: {
      title: () => 'Leave this workspace?',
      body: 'You no longer see anything of it. To come back you have to be invited again.',
      action: 'Leave',
    },
    hand: {
      title: (name: string) => `Hand the workspace over to ${name}?`,
      body: 'They become its owner, and you become an admin. Only they can give it back.',
      action: 'Make owner',
    },
  },
  workspace: 'Workspace',
  workspaceBody: 'What you share: numbers, chats, people, flows and all that belongs to them.',
  name: 'Name',
  another: 'Another business',
  anotherTitle: 'Another business, kept apart',
  anotherBody:
    'It begins empty, with its own numbers, chats, people, flows and keys. You switch between both in the menu behind your name.',
  makeIt: 'Make it',
  leftTitle: 'You work in another workspace now',
  leftBody: (name: string) =>
    name === ''
      ? 'This page shows a workspace that you left in another tab, or were taken out of. Nothing more is done in it.'
      : `This page shows ${name}, which you left in another tab or were taken out of. Nothing more is done in it.`,
  goOnThere: 'Go on in the other',
  backHere: 'Back to this one',
  deleteTitle: 'Delete the workspace',
  deleteBody: (name: string) =>
    `Numbers are disconnected, and all of ${name} is gone for good: numbers, chats, people, flows, documents and keys.`,
  writeName: 'Write its name to delete it',
  deleteAction: 'Delete everything',
  columns: { person: 'Person', role: 'Role', numbers: 'Numbers', actions: 'Actions' },
  joinTitle: (workspace: string) => `Join ${workspace}`,
  joinBody: (by: string, email: string) => `${by} invites you, ${email}, to work here together.`,
  join: 'Join',
  joinSignIn: (email: string) =>
    `There is an account for ${email}. Sign in with it, and open this link again.`,
}
