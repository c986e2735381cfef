import { compareWebVersions, formatWebVersion } from '../../core/client/web-version.ts'
import type { Check } from '../../db/checks/doctor.ts'
import { BUILT_IN_VERSION } from '../../network/baileys/index.ts'
import type { Config } from '../../platform/config.ts'
import { describeCallFailure } from '../../words/english.ts'
import { askVersionPage, findVersionPage } from './web-versions.ts'

/** What clients tell the network of their version, beside what its page says is the newest. */
export async function checkWebVersion(config: Config): Promise<Check> {
  const name = 'web version'
  const { webVersion } = config
  const page = findVersionPage(config)
  const own = typeof webVersion === 'string' ? BUILT_IN_VERSION.version : webVersion
  const announced = `clients tell the network ${formatWebVersion(own)}`
  const chosen = typeof webVersion === 'string' ? 'built in' : 'pinned by WEB_VERSION'
  if (page === null) return { name, ok: true, detail: `${announced} (${chosen}); no page is asked`, hint: '' }
  const answer = await askVersionPage(page, config.outboundAllow ?? [])
  if ('problem' in answer) {
    const why = answer.failure ? describeCallFailure(answer.failure) : answer.message
    const detail = `${page} cannot be read (${why}), so ${announced} (${chosen}).`
    const hint =
      'See that this machine may call it, or set WEB_VERSION to built-in or to a version if it never may.'
    return { name, ok: false, detail, hint }
  }
  const newest = formatWebVersion(answer.version)
  if (typeof webVersion === 'string')
    return { name, ok: true, detail: `clients tell the network ${newest}, the newest of ${page}`, hint: '' }
  const isOld = compareWebVersions(webVersion, answer.version) < 0
  const hint = isOld ? 'The network may refuse it soon: remove WEB_VERSION, or write the newest.' : ''
  return { name, ok: !isOld, detail: `${announced} (${chosen}); the newest of ${page} is ${newest}.`, hint }
}
