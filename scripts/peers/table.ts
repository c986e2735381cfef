import { CONTENT_TYPES } from '../../src/contract/conversations/message.ts'
import { EVENT_NAMES } from '../../src/contract/events/event-names.ts'
import { ENTRIES } from '../../src/contract/index.ts'
import { NODE_TYPES } from '../../src/core/flow/index.ts'
import { PEERS, type Peer, type Row } from './row.ts'

/** What a peer publishes of its own calls. */
export interface PeerList {
  name: string
  version: string
  /** ISO date of the list. */
  readAt: string
  source: string
  routes: readonly string[]
}

export interface Topic {
  title: string
  rows: readonly Row[]
}

const KNOWN: Readonly<Record<string, (name: string) => boolean>> = {
  event: (name) => EVENT_NAMES.some((known) => known === name),
  message: (name) => CONTENT_TYPES.some((known) => known === name),
  node: (name) => NODE_TYPES.some(({ type }) => type === name),
}

/** Whether something of ours is there under this name. */
function isOurs(name: string): boolean {
  const at = name.indexOf(':')
  return at < 0 ? ENTRIES.has(name) : (KNOWN[name.slice(0, at)]?.(name.slice(at + 1)) ?? false)
}

/** What is not true of the rows: names that are none, calls that stand nowhere or twice, gaps without a reason. */
export function checkRows(rows: readonly Row[], lists: Readonly<Record<Peer, PeerList>>): string[] {
  const problems = rows.flatMap(({ what, ours, note }) => [
    ...ours.filter((name) => !isOurs(name)).map((name) => `${what}: there is no ${name}`),
    ...(ours.length === 0 && note === undefined
      ? [`${what}: nothing of ours does it, and nothing says why`]
      : []),
  ])
  for (const peer of PEERS) {
    const known = new Set(lists[peer].routes)
    const named = rows.flatMap(({ peers }) => peers[peer])
    problems.push(
      ...named.filter((call) => !known.has(call)).map((call) => `${peer} has no ${call}`),
      ...named
        .filter((call, at) => named.indexOf(call) !== at)
        .map((call) => `${peer}: ${call} stands twice`),
      ...[...known]
        .filter((call) => !named.includes(call))
        .map((call) => `${peer}: ${call} stands in no row`),
    )
  }
  return problems
}

const MAX_NAMED = 3

/** The first calls by their names, and how many more there are. */
function nameCalls(calls: readonly string[]): string {
  if (calls.length === 0) return '–'
  const named = calls.slice(0, MAX_NAMED).map((call) => `\`${call}\``)
  const rest = calls.length - named.length
  return `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

const nameOurs = (ours: readonly string[]): string =>
  ours.length === 0
    ? '–'
    : ours
        .map((name) => `\`${name.replace(/^message:/, 'sendMessage ').replace(/^(event|node):/, '$1 ')}\``)
        .join(', ')

const toLine = ({ what, ours, peers, note = '' }: Row): string =>
  `| ${[what, nameOurs(ours), ...PEERS.map((peer) => nameCalls(peers[peer])), note].join(' | ')} |`

/** The document; `lists` are named with their source and date. */
export function writeTable(topics: readonly Topic[], lists: Readonly<Record<Peer, PeerList>>): string {
  const rows = topics.flatMap((topic) => topic.rows)
  const left = rows.filter(({ ours }) => ours.length === 0)
  const count = (peer: Peer) =>
    rows.filter(({ peers, ours }) => peers[peer].length > 0 && ours.length > 0).length
  const of = (peer: Peer) => rows.filter(({ peers }) => peers[peer].length > 0).length
  const sources = PEERS.map((peer) => {
    const { name, version, readAt, source, routes } = lists[peer]
    return `- **${name}** ${version}, ${readAt}: ${routes.length} calls, from ${source}. Parley has ${count(peer)} of its ${of(peer)} rows.`
  })
  const head = `| | Parley | ${PEERS.map((peer) => lists[peer].name).join(' | ')} | |`
  const parts = topics.map(({ title, rows: own }) =>
    [`## ${title}`, '', head, '|---|---|---|---|---|---|', ...own.map(toLine), ''].join('\n'),
  )
  return `# Beside other gateways

Every call that Evolution API, WAHA and Whapi publish stands in one row, beside what does it here. What is left out says why.
${left.length} of ${rows.length} rows are. The document is made of the contract by \`node scripts/generate-peers.ts\`, from the lists and rows in
\`scripts/peers\`: an operation, an event or a node that is renamed or goes, and a call of a peer that stands in no row, fail the check.
A dash says that the list of a peer has no such call; what it does without one stands in the last column where it is known.

${sources.join('\n')}

${parts.join('\n')}`
    .trimEnd()
    .concat('\n')
}
