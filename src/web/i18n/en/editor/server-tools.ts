/** Where tools of a server are read and chosen. */
export const serverTools = {
  open: 'Read the tools of a server (MCP)',
  url: 'Address of the server',
  secret: 'Key',
  secretHint: 'A secret that is sent as Authorization: Bearer.',
  noSecret: 'none',
  ask: 'Read its tools',
  asking: 'Asking…',
  close: 'Close',
  none: 'The server has no tools.',
  given: 'The flow has it.',
  unusable: 'What it takes cannot be read.',
  loosened: 'Its server checks more than the flow does.',
  more: 'The server has more than are shown.',
  takes: (names: string) => (names === '' ? 'Takes nothing.' : `Takes ${names}.`),
  add: (count: number) => (count === 1 ? 'Add one tool' : `Add ${count} tools`),
}
