import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '../src/db/client.ts'
import { insertUser } from '../test/support/fixtures.ts'
import { KnowledgeWorld } from '../test/support/knowledge.ts'
import { RECALL_DOCUMENTS, RECALL_QUESTIONS, rankOf } from '../test/support/recall-set.ts'
import { percentile, round } from './support/statistics.ts'

/**
 * A thousand documents of one account: how fast they are read, how long a search takes, and how many of the hundred questions of the
 * recall set are answered with so much beside their answers. A tenth of the words of the others are words of the recall set in any
 * order, so each of them holds words of many questions; the rest are words of their own, some used often and most of them rarely, as
 * in any language. BENCH_DOCUMENTS sets how many there are.
 */
const DOCUMENTS = Number(process.env.BENCH_DOCUMENTS ?? 1_000)
const ROUNDS = 5
const SENTENCES = 60
/** One word of so many is one of the recall set. */
const SHARED_OF = Number(process.env.BENCH_SHARED_OF ?? 10)
const OWN_WORDS = 20_000
const SYLLABLES = ['ba', 'co', 'di', 'fe', 'gu', 'la', 'mo', 'ne', 'pi', 'ru', 'sa', 'te', 'vi', 'xo', 'zu']

/** The same draws in each run. */
function createDraw(): (below: number) => number {
  let state = 12_345
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
}

/** Each number as a word of its own. */
function toWord(number: number): string {
  const { length } = SYLLABLES
  let word = ''
  for (let rest = number + length ** 2; rest > 0; rest = Math.floor(rest / length))
    word += SYLLABLES[rest % length]
  return word
}

function* makeDocuments(count: number): Generator<{ fileName: string; bytes: string }> {
  const draw = createDraw()
  const words = RECALL_DOCUMENTS.flatMap(({ bytes }) =>
    Buffer.from(bytes as Uint8Array)
      .toString()
      .split(/\s+/),
  )
  const nextWord = () =>
    draw(SHARED_OF) === 0
      ? words[draw(words.length)]
      : toWord(Math.floor(OWN_WORDS ** (draw(10_000) / 10_000)))
  for (let n = 0; n < count; n += 1) {
    const sentences = Array.from({ length: SENTENCES }, () =>
      Array.from({ length: 8 + draw(8) }, nextWord).join(' '),
    )
    yield { fileName: `other-${n}.txt`, bytes: `Document ${n}.\n\n${sentences.join('.\n\n')}` }
  }
}

async function benchKnowledge(): Promise<Record<string, unknown>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parley-bench-'))
  const db = await openDatabase({ dataDir, mode: 'service' })
  const world = new KnowledgeWorld(db)
  try {
    const me = world.as(await insertUser(db.pool))
    for (const file of RECALL_DOCUMENTS) await world.addAndRead(file, me)
    const startedMs = performance.now()
    for (const file of makeDocuments(DOCUMENTS - RECALL_DOCUMENTS.length)) await world.addAndRead(file, me)
    const seconds = (performance.now() - startedMs) / 1_000
    await db.pool.query('vacuum (analyze) knowledge_piece')
    const { used } = await world.knowledge.handlers.list({ limit: 1 }, me)

    const times: number[] = []
    const ranks: (number | null)[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const asked of RECALL_QUESTIONS) {
        const beganMs = performance.now()
        const found = await world.search(asked.question, me)
        times.push(performance.now() - beganMs)
        if (round === 0) ranks.push(rankOf(asked, found))
      }
    }
    return {
      bench: 'knowledge',
      documents: used.documents,
      pieces: used.pieces,
      documentsPerSecond: round((DOCUMENTS - RECALL_DOCUMENTS.length) / seconds),
      p50Ms: round(percentile(times, 0.5)),
      p99Ms: round(percentile(times, 0.99)),
      recallAt1: ranks.filter((rank) => rank === 1).length / ranks.length,
      recallAt5: ranks.filter((rank) => rank !== null).length / ranks.length,
    }
  } finally {
    await world.remove()
    await db.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await benchKnowledge(), null, 2)}\n`)
