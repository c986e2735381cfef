/** Letters written as JSON may write them, once for every JSON text that lies in another one. */
const ESCAPED = /\\+u([0-9a-f]{4})/gi
/** A line break before the name is written as a letter in JSON, so nothing is asked of what stands before it. */
const READ = /secrets\.[a-z_]/i
const LISTED = /"secretRefs"\s*:\s*\[\s*"/

/**
 * Whether a node among these, given as JSON text, could have the host fill in a secret. It says yes rather than no: texts
 * that only mention one count too, as do those that are JSON themselves and write the name in another way.
 */
export function mayNameSecrets(nodes: string): boolean {
  const plain = nodes.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return READ.test(plain) || LISTED.test(plain)
}
