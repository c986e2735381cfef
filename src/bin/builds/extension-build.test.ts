import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VERSION } from '../../contract/operation.ts'
import { EXTENSION_PATH } from '../../web/features/clients/passkey/passkey-extension-file.ts'
import { passkey as en } from '../../web/i18n/en/clients/passkey.ts'
import { passkey as es } from '../../web/i18n/es/clients/passkey.ts'
import { passkey as pt } from '../../web/i18n/pt/clients/passkey.ts'
import { buildExtension, EXTENSION_FILE } from './extension-build.ts'

const directory = mkdtempSync(path.join(tmpdir(), 'parley-extension-build-'))
const files = new Map<string, string>()
let packed: Buffer

beforeAll(async () => {
  packed = readFileSync(await buildExtension(directory))
  for (const [name, bytes] of Object.entries(unzipSync(packed)))
    files.set(name, new TextDecoder().decode(bytes))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const readManifest = () => JSON.parse(files.get('manifest.json') ?? '') as Record<string, unknown>

describe('the packed extension', () => {
  it('lies where the pages of the dashboard link to, with the version that the service tells', () => {
    expect(EXTENSION_PATH).toBe(`/${EXTENSION_FILE}`)
    expect(readManifest().version).toBe(VERSION)
  })

  it('may work in the page that is in front of the person and on the signing page, and nowhere else', () => {
    const { permissions, host_permissions, optional_host_permissions, content_scripts, ...rest } =
      readManifest()
    expect({ permissions, host_permissions }).toEqual({
      permissions: ['activeTab', 'scripting'],
      host_permissions: ['https://web.whatsapp.com/*'],
    })
    expect([optional_host_permissions, content_scripts]).toEqual([undefined, undefined])
    expect(Object.keys(rest)).not.toContain('externally_connectable')
    expect(Object.keys(rest)).not.toContain('web_accessible_resources')
  })

  it('reaches no network and keeps nothing', () => {
    const scripts = [...files].filter(([name]) => name.endsWith('.js'))
    expect(scripts.map(([name]) => name).sort()).toEqual([
      'background.js',
      'bridge.js',
      'help.js',
      'signer.js',
    ])
    for (const [name, code] of scripts)
      expect([
        name,
        code.match(/\b(?:fetch|XMLHttpRequest|WebSocket|sendBeacon|localStorage|indexedDB|storage)\b/),
      ]).toEqual([name, null])
  })

  it('has every file that it names, and every text that it shows in each language', () => {
    const page = files.get('help.html') ?? ''
    const named = [
      ...JSON.stringify(readManifest()).matchAll(/"([\w/]+\.(?:js|png|html))"/g),
      ...page.matchAll(/(?:src|href)="([^"]+)"/g),
      ...[...files.values()].flatMap((text) => [...text.matchAll(/["'](\w+\.(?:js|html))["']/g)]),
    ].map(([, name = '']) => name)
    expect(named).toEqual(
      expect.arrayContaining(['background.js', 'bridge.js', 'signer.js', 'help.html', 'help.css']),
    )
    expect(named.filter((name) => !files.has(name))).toEqual([])

    const shown = [
      ...JSON.stringify(readManifest()).matchAll(/__MSG_(\w+)__/g),
      ...page.matchAll(/data-text="(\w+)"/g),
    ].map(([, name]) => name)
    expect(shown).toHaveLength(10)
    for (const language of ['en', 'pt_BR', 'pt_PT', 'es', 'es_419']) {
      const texts = JSON.parse(files.get(`_locales/${language}/messages.json`) ?? '') as Record<
        string,
        unknown
      >
      expect(Object.keys(texts)).toEqual(expect.arrayContaining(shown))
    }
  })

  it('tells people to look for the page by the words that stand on it', () => {
    for (const [language, { title }] of [
      ['en', en],
      ['pt_BR', pt],
      ['es', es],
    ] as const)
      expect(files.get(`_locales/${language}/messages.json`)).toContain(`“${title}”`)
    for (const { extension } of [en, pt, es]) expect(extension.steps[0]).toContain('“Parley passkey”')
    expect(files.get('_locales/pt_BR/messages.json')).toContain('"message": "Parley passkey"')
  })

  it('is the same, byte for byte, whenever it is built', async () => {
    expect(readFileSync(await buildExtension(directory)).equals(packed)).toBe(true)
  })
})
