import { readFileSync } from 'node:fs'
import { PEERS, type Peer } from '../peers/row.ts'
import { account } from '../peers/rows/account.ts'
import { accounts, people } from '../peers/rows/accounts.ts'
import { groups } from '../peers/rows/groups.ts'
import { chats, messages } from '../peers/rows/messages.ts'
import { service } from '../peers/rows/service.ts'
import { checkRows, type PeerList, type Topic, writeTable } from '../peers/table.ts'
import type { GeneratedFiles } from './files.ts'

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
  JSON.parse(readFileSync(new URL(`../peers/${peer}.json`, import.meta.url), 'utf8')) as PeerList

/** The table beside other gateways. It throws what is wrong with the rows it is made of. */
export function buildPeersFile(): GeneratedFiles {
  const lists = Object.fromEntries(PEERS.map((peer) => [peer, readList(peer)])) as Record<Peer, PeerList>
  const problems = checkRows(
    TOPICS.flatMap(({ rows }) => rows),
    lists,
  )
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return { 'docs/peers.md': writeTable(TOPICS, lists) }
}
