import type { CaseStep } from '../../core/flow/index.ts'

export const STEPPER_HELP = `Type what the contact writes. Commands:
  /skip                  go to the next timer: a timeout, a reminder, the end of a delay
  /wait SECONDS          let time pass
  /vote OPTION[, OPTION] vote in the last poll; without an option the vote is taken back
  /send KIND [JSON]      send an image, video, audio, voice, document, sticker, location or contact, with its details
  /human TEXT            write from the account's own phone
  /http JSON             answer a call, for instance {"status":200,"body":{"ok":true}} or {"error":"TIMEOUT"}
  /ai JSON               answer a model, for instance {"text":"Hello"} or {"error":"TIMEOUT"}
  /approve [TEXT]        as a person: let the answer that waits out, or TEXT in its place
  /decline               as a person: keep it from being sent
  /code JSON             before a script: answer it instead of running it, {"value":7} or {"error":"THREW"}
  /start [JSON]          start by the API, with inputs
  /schedule NODE         start by the schedule of that node
  /resume [NODE]         go on after a person, at another node if one is named
  /cancel                end the run
  /flag blacklist|favourite [off]
  /fail TEXT             write TEXT while messages to the contact are not delivered
  /offline, /online      the client loses and finds its connection
  /state                 show the run
  /case                  print the conversation so far as a case
  /quit                  leave
`

/** A step without the contact, who is always the same here. */
export type Step = Partial<Omit<CaseStep, 'jid' | 'expect'>>
export type StepResult = { ok: true; step: Step } | { ok: false; message: string }

interface Moment {
  /** Seconds since the conversation began. */
  elapsedSec: number
  /** When the next timer is due, in the same seconds; null when none is set. */
  timerSec: number | null
  /** What the flow is called in steps that name it. */
  flow: string
}

const SENDABLE = ['image', 'video', 'audio', 'voice', 'document', 'sticker', 'location', 'contact'] as const
const good = (step: Step): StepResult => ({ ok: true, step })
const bad = (message: string): StepResult => ({ ok: false, message })

type Command = (argument: string, moment: Moment) => StepResult

const COMMANDS: Readonly<Record<string, Command>> = {
  '/skip': (_, { timerSec }) => (timerSec === null ? bad('no timer is set') : good({ at: timerSec })),
  '/wait': (argument, { elapsedSec }) =>
    Number(argument) > 0
      ? good({ at: elapsedSec + Number(argument) })
      : bad('say how many seconds, for instance /wait 60'),
  '/vote': (argument) => good({ vote: argument === '' ? [] : argument.split(/\s*,\s*/) }),
  '/send': toSend,
  '/human': (argument) => good({ human: argument }),
  '/http': (argument) => readJson(argument, (http) => ({ http }) as Step),
  '/ai': (argument) => readJson(argument, (ai) => ({ ai }) as Step),
  '/approve': (text) => good({ approval: text === '' ? 'approve' : { text } }),
  '/decline': () => good({ approval: 'decline' }),
  '/code': (argument) => readJson(argument, (code) => ({ code }) as Step),
  '/start': (argument, { flow }) => readJson(argument || '{}', (inputs) => ({ start: { flow, inputs } })),
  '/schedule': (node, { flow }) =>
    node === '' ? bad('name the trigger.schedule node') : good({ schedule: { flow, node } }),
  '/resume': (node) => good({ resume: node === '' ? true : { node } }),
  '/cancel': () => good({ cancel: true }),
  '/flag': toFlag,
  '/fail': (text) => good({ text, failSends: true }),
  '/offline': () => good({ disconnect: true }),
  '/online': () => good({ reconnect: true }),
}

/** What one line of the reader means. */
export function toStep(line: string, moment: Moment): StepResult {
  const text = line.trim()
  const [command = '', ...rest] = text.split(/\s+/)
  if (!command.startsWith('/')) return good({ text: line })
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined
  if (!run) return bad(STEPPER_HELP.trimEnd())
  return run(command === text ? '' : text.slice(command.length + 1).trim() || rest.join(' '), moment)
}

function toSend(argument: string): StepResult {
  const [kind = '', ...rest] = argument.split(/\s+/)
  const type = SENDABLE.find((item) => item === kind)
  if (!type) return bad(`say what is sent: ${SENDABLE.join(', ')}`)
  const details = rest.join(' ')
  return details === '' ? good({ type }) : readJson(details, (media) => ({ type, media }))
}

function toFlag(argument: string): StepResult {
  const [flag, value] = argument.split(/\s+/)
  if (flag !== 'blacklist' && flag !== 'favourite') return bad('say blacklist or favourite')
  return good({ flag: [flag, value !== 'off'] })
}

function readJson(text: string, build: (value: Record<string, unknown>) => Step): StepResult {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return good(build(value as Record<string, unknown>))
    }
  } catch {
    // Said below, like for JSON that is no object.
  }
  return bad('give a JSON object, for instance {"order":"7"}')
}
