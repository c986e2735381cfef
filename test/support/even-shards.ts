import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Seconds of the longest files of whole processes in a run on two cores; only how they compare counts. */
const LONG_S: Readonly<Record<string, number>> = {
  fleet: 116,
  image: 71,
  'disk-full': 71,
  pause: 62,
  backup: 58,
  outlets: 58,
  guides: 51,
  restart: 50,
  'reverse-proxies': 49,
  fuzz: 43,
  kills: 39,
  'n8n-package': 37,
  mcp: 34,
  'pair-command': 28,
  'model-kills': 27,
  'session-import': 27,
}
const USUAL_S = 11

const weigh = ({ moduleId }: TestSpecification): number => LONG_S[basename(moduleId, '.test.ts')] ?? USUAL_S

/** Parts of a tier that take about the same time: each file, the longest first, goes to the part that has least. */
export class EvenShards extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shard } = this.ctx.config
    if (!shard) return files
    const parts = Array.from({ length: shard.count }, () => ({
      seconds: 0,
      files: [] as TestSpecification[],
    }))
    const ordered = files
      .toSorted((one, other) => (one.moduleId < other.moduleId ? -1 : 1))
      .sort((one, other) => weigh(other) - weigh(one))
    for (const file of ordered) {
      const least = parts.reduce((best, part) => (part.seconds < best.seconds ? part : best))
      least.seconds += weigh(file)
      least.files.push(file)
    }
    return parts[shard.index - 1]?.files ?? []
  }
}
