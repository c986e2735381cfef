/**
 * Milliseconds of processor time that this thread has used. What a script may take is counted in these, so that a machine with
 * other work to do does not end a script that computes little.
 */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
