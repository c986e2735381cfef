import { describe, expect, it } from 'vitest'
import { AUDITED_COMMANDS, AUDITED_VISITS, isAudited, SIGN_IN } from '../../../contract/account/audit.ts'
import { OPERATIONS } from '../../../contract/index.ts'
import { audit as en } from '../../i18n/en/audit.ts'
import { audit as es } from '../../i18n/es/audit.ts'
import { audit as pt } from '../../i18n/pt/audit.ts'
import { groupOf } from './audit-groups.ts'

const audited = OPERATIONS.filter(({ entry }) => isAudited(entry)).map(({ name }) => name)
const WRITTEN = [SIGN_IN, ...AUDITED_COMMANDS, ...audited, ...AUDITED_VISITS].toSorted()

describe('the words of the audit log', () => {
  it.each([
    ['English', en],
    ['Portuguese', pt],
    ['Spanish', es],
  ])('name everything that is written down in %s, and nothing else', (_, text) => {
    expect(Object.keys(text.operations).toSorted()).toEqual(WRITTEN)
    expect(new Set([...audited, ...AUDITED_VISITS].map(groupOf))).toEqual(new Set(Object.keys(text.groups)))
  })

  it('have no entry for what is asked again and again and changes nothing', () => {
    for (const name of ['server.qr', 'sessions.list', 'chat.sendMessage', 'sandbox.send', 'clients.get']) {
      expect(audited).not.toContain(name)
    }
  })
})
