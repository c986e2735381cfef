/** What is taken for the limit where the platform names none, such as Windows: it has no small one. */
const UNNAMED_LIMIT = 20_000
const LEAST_CONNECTIONS = 16
const MOST_CONNECTIONS = 10_000
/** Callers get this part; the rest is for clients on the network, the database, files and what is sent out. */
const PART_FOR_CALLERS = 0.5

/** How many files, sockets and pipes this process may have open. */
export function readDescriptorLimit(): number {
  // The setting is newer than its type. Without it the names of all peers are looked up.
  const report: (NodeJS.ProcessReport & { excludeNetwork?: boolean }) | undefined = process.report
  if (report === undefined) return UNNAMED_LIMIT
  report.excludeNetwork = true
  const { stackTraceLimit } = Error
  // It describes the stack too, for which the maps of what was built would be read.
  Error.stackTraceLimit = 0
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } }
  Error.stackTraceLimit = stackTraceLimit
  const soft = Number(userLimits?.open_files?.soft)
  return Number.isFinite(soft) ? soft : UNNAMED_LIMIT
}

/** How many connections of callers a process with this limit takes, so that they never use up what it needs itself. */
export function chooseMaxConnections(descriptorLimit: number): number {
  const part = Math.floor(descriptorLimit * PART_FOR_CALLERS)
  return Math.max(LEAST_CONNECTIONS, Math.min(MOST_CONNECTIONS, part))
}
