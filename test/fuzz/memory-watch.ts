/** What the process held, in MB, each time it was looked at. */
export interface MemoryReport {
  residentMb: number[]
  heapMb: number[]
}

const MB = 1_048_576

function readGauge(text: string, name: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Math.round(Number(line?.slice(name.length + 1) ?? Number.NaN) / MB)
}

/** Reads the memory of a service from its own metrics. */
export function createMemoryWatch(url: string) {
  const report: MemoryReport = { residentMb: [], heapMb: [] }
  async function look(): Promise<void> {
    const text = await (await fetch(`${url}/metrics`)).text()
    report.residentMb.push(readGauge(text, 'parley_process_resident_memory_bytes'))
    report.heapMb.push(readGauge(text, 'parley_nodejs_heap_size_used_bytes'))
  }
  return {
    look,
    async report(): Promise<MemoryReport> {
      await look()
      return report
    },
  }
}

const lowest = (values: readonly number[]): number => Math.min(...values)

/**
 * How much more the process holds in the last quarter than in the second, each at its lowest: what a collection leaves
 * behind. Steady memory is near 1; a leak grows with the number of requests.
 */
export function findGrowth({ heapMb }: MemoryReport): number {
  const quarter = Math.max(1, Math.floor(heapMb.length / 4))
  return lowest(heapMb.slice(-quarter)) / lowest(heapMb.slice(quarter, quarter * 2))
}
