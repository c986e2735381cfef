import { expect, test } from 'vitest'
import { FIXTURES } from '../../../test/support/typebot/fixtures/index.ts'
import { importTypebot, NOTE_SEPARATOR } from '../../core/flow/index.ts'
import { typebotNotes } from '../../words/pt/typebot-notes.ts'
import { translateFinding } from './translate-finding.ts'

test('what the import of a Typebot says is there in Portuguese', () => {
  const notes = FIXTURES.flatMap(({ bot }) => {
    const read = importTypebot(bot)
    return read.ok ? read.report.flatMap(({ note }) => note?.split(NOTE_SEPARATOR) ?? []) : []
  })
  const unique = [...new Set(notes)]
  expect(unique.length).toBeGreaterThan(20)
  expect(unique.filter((note) => translateFinding(note, undefined, typebotNotes) === note)).toEqual([])
})
