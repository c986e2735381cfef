import { type NatsAccess, tryNats } from '../../bus/nats-link.ts'
import { type Check, checkSurroundings } from '../../db/checks/doctor.ts'
import { ServerMail } from '../../features/email/index.ts'
import { loadConfig, type MailConfig } from '../../platform/config.ts'
import { describeCallFailure } from '../../words/english.ts'
import { readArguments } from '../arguments.ts'
import { type CommandIo, printLine } from '../io.ts'
import { refuseUnreachableNetwork } from '../networks/network-targets.ts'
import { checkWebVersion } from '../networks/web-version-check.ts'
import { toNatsAccess } from '../open-bus.ts'

async function checkNetwork(url: string): Promise<Check> {
  try {
    await refuseUnreachableNetwork(url)
    return { name: 'network', ok: true, detail: `${url} answers`, hint: '' }
  } catch (error) {
    return {
      name: 'network',
      ok: false,
      detail: error instanceof Error ? error.message : String(error),
      hint: '',
    }
  }
}

async function checkNats(access: NatsAccess): Promise<Check> {
  try {
    const version = await tryNats(access, 'parley-doctor')
    return { name: 'nats', ok: true, detail: `NATS ${version} takes this user`, hint: '' }
  } catch (error) {
    return {
      name: 'nats',
      ok: false,
      detail: error instanceof Error ? error.message : String(error),
      hint: '',
    }
  }
}

const MAIL_TIMEOUT_MS = 10_000

async function checkMail(mail: MailConfig): Promise<Check> {
  const place = `${mail.host}:${mail.port}`
  const { signal } = new AbortController()
  const failure = await new ServerMail(mail, { timeoutMs: MAIL_TIMEOUT_MS }).try(signal)
  if (!failure) return { name: 'mail', ok: true, detail: `${place} takes this user`, hint: '' }
  const hint = 'See SMTP_URL. Until it is mended, people get no e-mails of waiting conversations.'
  return { name: 'mail', ok: false, detail: `${place}: ${describeCallFailure(failure)}`, hint }
}

/** One line for each thing the service needs; exit code 1 when something is missing. */
export async function runDoctorCommand(args: readonly string[], io: CommandIo): Promise<number> {
  readArguments(args, {}, 'doctor')
  const config = loadConfig(io.env)
  const findings: Check[] = [
    { name: 'node', ok: true, detail: process.version, hint: '' },
    ...(await checkSurroundings(config)),
    ...(config.natsUrl === undefined ? [] : [await checkNats(toNatsAccess(config, config.natsUrl))]),
    ...(config.networkUrl === undefined ? [] : [await checkNetwork(config.networkUrl)]),
    ...(config.mail === undefined ? [] : [await checkMail(config.mail)]),
    await checkWebVersion(config),
  ]
  for (const { name, ok, detail, hint } of findings) {
    printLine(io.stdout, `${ok ? 'ok     ' : 'PROBLEM'}  ${name}: ${detail}${hint === '' ? '' : `  ${hint}`}`)
  }
  return findings.every((finding) => finding.ok) ? 0 : 1
}
