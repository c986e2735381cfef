import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isTestFile, listSourceFiles } from './source-files.ts'

/**
 * What becomes of somebody whose number the network hides, in each place of the product that makes a text of a person or a number of
 * an address. A new place fails here until it is looked at and written down.
 */

const read = (file: string): string => readFileSync(file, 'utf8')
const files = listSourceFiles(['src', 'packages']).filter(
  (file) => !isTestFile(file) && !file.includes('/examples/'),
)

/** Files with a place that fits, with how many there are. */
function count(pattern: RegExp, among = files): Record<string, number> {
  const found = among.map((file) => [file, read(file).match(pattern)?.length ?? 0] as const)
  return Object.fromEntries(found.filter(([, places]) => places > 0))
}

/** Names in SQL that stay without the username, and why. */
const WITHOUT_USERNAME: Readonly<Record<string, string>> = {
  'src/features/campaigns/facts.ts':
    'the name to greet somebody by; lists show `shownName`, texts have contact.username',
  'src/features/conversations/decide/conversation-sql.ts':
    'contact.name of flows, which have contact.username beside it',
}

/** Where a number is made of an address: always by `toPhoneNumber`, which is null for a LID. */
const NUMBERS: Readonly<Record<string, string>> = {
  'src/contract/flows/phone-tests.ts':
    'a phone to test on is named by its number, and refused by anything else',
  'src/core/addresses.ts': 'null for a LID',
  'src/features/campaigns/campaigns.ts': 'phoneNumber is null; the preview shows name or username',
  'src/features/campaigns/content.ts':
    '{{ contact.phone }} is missing, as the preview counts; {{ contact.username }} and the name stay',
  'src/features/campaigns/delivery.ts': 'asked of the network for numbers only; a LID was given by it',
  'src/features/campaigns/opt-outs.ts': 'phoneNumber is null beside the name or username',
  'src/features/campaigns/view.ts': 'phoneNumber is null beside the name or username',
  'src/features/channels/admins.ts': 'only a number is asked of the network; a LID is named to it as it is',
  'src/features/channels/channels.ts': 'phoneNumber is null beside lid, name and username',
  'src/features/conversations/decide/conversation-reader.ts':
    'contact.phone is null; jid and username say who it is',
  'src/features/conversations/operations/block-command.ts':
    'the number is looked up only where one was given',
  'src/features/conversations/operations/lists.ts': 'phoneNumber is null beside lid and username',
  'src/features/conversations/reach/recipients.ts':
    'only numbers are asked of the network; a LID is written to as it is',
  'src/features/conversations/read/conversation-list.ts': 'displayName is the name, the username, or null',
  'src/features/conversations/read/pages.ts': 'displayName is the name, the username, or null',
  'src/features/conversations/receive/to-flow-event.ts':
    'message.sender has jid, username and name; phone is null',
  'src/features/conversations/runs/contact-list.ts': 'phoneNumber is null beside lid and username',
  'src/features/flows/tests/read-recording.ts':
    'a case without a phone; the username is masked with the names',
  'src/features/groups/owner-side.ts':
    'only numbers are asked of the network; LIDs are named to it as they are',
  'src/features/groups/groups.ts': 'phoneNumber is null beside lid and username',
  'src/features/sandbox/handlers.ts': 'the test phone knows the number of everybody on its network',
  'src/network/baileys/inbound/own-addresses.ts': 'of the account itself, which has a number',
  'src/web/i18n/addresses.ts': 'LIDs are never shown as numbers',
  'src/web/flow-editor/panel/use-samples.ts': 'no sample of contact.phone',
}

/** Addresses that are taken apart, and why what is left cannot be a LID. */
const TAKEN_APART: Readonly<Record<string, string>> = {}

describe('a person whose number the network hides', () => {
  it('is named by the username wherever SQL makes a name of a contact', () => {
    const names = files.flatMap((file) =>
      [...read(file).matchAll(/coalesce\((?:[^()]|\([^()]*\))*\bnotify\b(?:[^()]|\([^()]*\))*\)/g)]
        .filter(([text]) => !text.includes('username'))
        .map(() => file),
    )
    expect([...new Set(names)].sort()).toEqual(Object.keys(WITHOUT_USERNAME).sort())
  })

  it('has a written outcome wherever a number is made of an address', () => {
    expect(Object.keys(count(/\btoPhoneNumber\(/g)).sort()).toEqual(Object.keys(NUMBERS).sort())
  })

  it('is never shown by the digits of the address in the dashboard', () => {
    const pages = files.filter((file) => file.startsWith('src/web/') && file !== 'src/web/i18n/addresses.ts')
    const shown = count(
      /\?\? (?:jid|contactJid|[a-z]+\.(?:jid|contactJid|callerJid))\b|\bsplit\('@'|replace\(\/@/gi,
      pages,
    )
    expect(Object.keys(shown)).toEqual(Object.keys(TAKEN_APART))
  })

  it('gets no plus before digits that were cut off an address, but in SQL of contact.phone', () => {
    const cut = files.flatMap((file) =>
      [...read(file).matchAll(/'\+' \|\| split_part\(([^,]*),/g)].map(([, of = '']) => [file, of] as const),
    )
    const other = cut.filter(([, of]) => !/(?:^|\.|\()phone\b/.test(of))
    expect(other).toEqual([])
  })
})
