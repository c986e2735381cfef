import { userInfo } from 'node:os'

/** Who of the machine's users runs a command; the service does not know them. */
export function readOperator(): string {
  try {
    return userInfo().username
  } catch {
    return 'unknown'
  }
}
