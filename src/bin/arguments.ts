import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

/** The command line cannot be understood. `message` says what to write instead; the exit code is 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

export interface Arguments {
  values: Record<string, string | boolean | undefined>
  positionals: string[]
}

/** Reads `--option value` pairs and words; an unknown or incomplete option is a UsageError that shows `usage`. */
export function readArguments(
  args: readonly string[],
  options: ParseArgsOptionsConfig,
  usage: string,
): Arguments {
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
    return { values: parsed.values as Arguments['values'], positionals: parsed.positionals }
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error)
    throw new UsageError(`${reason}. Usage: parley ${usage}`)
  }
}

/** The text of an option that must be there. */
export function requireText(parsed: Arguments, name: string, usage: string): string {
  const value = parsed.values[name]
  if (typeof value === 'string' && value.trim() !== '') return value
  throw new UsageError(`--${name} is missing. Usage: parley ${usage}`)
}

/** The text of an option when it was given. */
export function readText(parsed: Arguments, name: string): string | undefined {
  const value = parsed.values[name]
  return typeof value === 'string' ? value : undefined
}

/** The words after the command, exactly as many as named. */
export function requireWords<const Names extends readonly string[]>(
  parsed: Arguments,
  names: Names,
  usage: string,
): { [K in keyof Names]: string } {
  const { positionals } = parsed
  if (positionals.length !== names.length) {
    const problem =
      positionals.length < names.length
        ? `${names[positionals.length]} is missing`
        : `"${positionals[names.length]}" is one word too many`
    throw new UsageError(`${problem}. Usage: parley ${usage}`)
  }
  return positionals as { [K in keyof Names]: string }
}
