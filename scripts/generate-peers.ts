import { readFileSync, writeFileSync } from 'node:fs'
import { PEERS, type Peer } from './peers/row.ts'
import { account } from './peers/rows/account.ts'
import { accounts, people } from './peers/rows/accounts.ts'
import { groups } from './peers/rows/groups.ts'
import { chats, messages } from './peers/rows/messages.ts'
import { service } from './peers/rows/service.ts'
import { checkRows, type PeerList, type Topic, writeTable } from './peers/table.ts'

const PATH = 'docs/peers.md'

const TOPICS: readonly Topic[] = [
  { title: 'Numbers', rows: accounts },
  { title: 'People', rows: people },
  { title: 'Messages', rows: messages },
  { title: 'Chats', rows: chats },
  { title: 'Groups', rows: groups },
  { title: 'The account', rows: account },
  { title: 'Around accounts', rows: service },
]

const readList = (peer: Peer): PeerList =>
  JSON.parse(readFileSync(new URL(`peers/${peer}.json`, import.meta.url), 'utf8')) as PeerList
const lists = Object.fromEntries(PEERS.map((peer) => [peer, readList(peer)])) as Record<Peer, PeerList>

/** Writes the table beside other gateways; with `--check` it only says whether the kept one is fresh. */
const problems = checkRows(
  TOPICS.flatMap(({ rows }) => rows),
  lists,
)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else {
  const wanted = writeTable(TOPICS, lists)
  if (!process.argv.includes('--check')) writeFileSync(PATH, wanted)
  else if (readFileSync(PATH, 'utf8') !== wanted) {
    console.error(`${PATH} is stale`)
    process.exitCode = 1
  }
}
