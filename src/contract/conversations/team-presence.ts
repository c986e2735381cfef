/** The name under which the stream of events says who is in a conversation. It is in no log: who listens now is told. */
export const TEAM_PRESENCE = 'team.presence'

/** What somebody does in a conversation that is open on their page. */
export const TEAM_ACTIVITIES = ['viewing', 'typing'] as const

export interface PresentPerson {
  userId: string
  name: string
  activity: (typeof TEAM_ACTIVITIES)[number]
}

/** All who are in a conversation now; nobody when the last one left. */
export interface PresentTeam {
  clientId: string
  jid: string
  people: readonly PresentPerson[]
}
