import { runStep, type Step } from './run-step.ts'

const TIMEOUT_MS = 60_000

/** Says what is stale, or null when the step succeeded. */
async function explainFailure(step: Step, advice: string): Promise<string | null> {
  const { exitCode, output } = await runStep(step)
  return exitCode === 0 ? null : `${step.name}: ${advice}\n${output}`
}

/** A document as its generator would write it now must be the one that is kept. */
function checkDocument(path: string, generator: string): Promise<string | null> {
  const step = { name: path, args: [generator, '--check'], timeoutMs: TIMEOUT_MS }
  return explainFailure(step, `run node ${generator} and commit the document`)
}

/** The tables in the guides must be as the source has them; what commands answer is held to by a system test. */
function checkTables(): Promise<string | null> {
  const args = ['scripts/generate-guides.ts', '--check-tables']
  return explainFailure({ name: 'docs', args, timeoutMs: TIMEOUT_MS }, 'a table is stale')
}

const checks = [
  checkDocument('docs/openapi.json', 'scripts/generate-openapi.ts'),
  checkDocument('docs/parley.postman_collection.json', 'scripts/generate-collection.ts'),
  checkDocument('packages/client/src/generated', 'scripts/generate-client.ts'),
  checkDocument('docs/flow-exchange.schema.json', 'scripts/generate-exchange-schema.ts'),
  checkDocument('docs/peers.md', 'scripts/generate-peers.ts'),
  checkDocument('pictures of templates', 'scripts/generate-template-pictures.ts'),
  checkTables(),
]
const stale = (await Promise.all(checks)).filter((problem) => problem !== null)
for (const problem of stale) console.error(problem)
if (stale.length > 0) process.exitCode = 1
else console.log(`${checks.length} generated parts are fresh`)
