import { expect, test } from 'vitest'
import { LANGUAGE_CODES } from '../languages.ts'
import { describeWaitingEmail, type NamingNote, type WaitingConversation } from './waiting-email.ts'

const at = { language: 'en', origin: 'https://parley.example.com' }
const one: WaitingConversation = {
  ...{ clientName: 'Corner shop', waitingMin: 15, contactName: null, text: null },
  url: 'https://parley.example.com/inbox?client=c&chat=a',
}

const of = (conversations: readonly WaitingConversation[], mentions: readonly NamingNote[] = []) => ({
  ...{ conversations, mentions },
})
const note: NamingNote = {
  ...{ clientName: 'Corner shop', byName: 'Grace', contactName: null, text: null },
  url: 'https://parley.example.com/inbox?client=c&chat=b',
}

test('an e-mail of a note says who names the person, and stands below what waits', () => {
  expect(describeWaitingEmail(of([], [note]), at)).toEqual({
    subject: 'A note names you',
    text: expect.stringMatching(
      /^A note names you:\n\nCorner shop: a note by Grace\nhttps:.*chat=b\n\nYou get/,
    ),
  })
  const both = describeWaitingEmail(of([one], [{ ...note, byName: null, text: 'She is in a hurry' }]), at)
  expect(both.subject).toBe('A conversation waits for an answer')
  expect(both.text).toMatch(/chat=a\n\nA note names you:\n\nCorner shop\nShe is in a hurry\nhttps/)
})

test('an e-mail of one conversation leads to it and says where it can be turned off', () => {
  expect(describeWaitingEmail(of([one]), at)).toEqual({
    subject: 'A conversation waits for an answer',
    text: [
      'Nobody has answered this conversation yet:',
      '',
      'Corner shop: waits for 15 minutes',
      'https://parley.example.com/inbox?client=c&chat=a',
      '',
      'You get this e-mail because you asked for it. Change that here: https://parley.example.com/account',
      '',
    ].join('\n'),
  })
})

test('an e-mail of many lists the first of them and counts the rest', () => {
  const { subject, text } = describeWaitingEmail(of(Array.from({ length: 23 }, () => one)), at)
  expect(subject).toBe('23 conversations wait for an answer')
  expect(text.match(/waits for/g)).toHaveLength(20)
  expect(text).toContain('and 3 more')
  expect(text).toContain('https://parley.example.com/inbox?show=waiting&all=true')
})

test('who wants contents reads who wrote and what', () => {
  const { text } = describeWaitingEmail(of([{ ...one, contactName: 'Ana', text: 'Do you deliver?' }]), at)
  expect(text).toContain('Corner shop · Ana: waits for 15 minutes\nDo you deliver?\n')
})

test('each language has sentences of its own', () => {
  const subjects = LANGUAGE_CODES.flatMap((language) =>
    [[one], [one, one]].map((list) => describeWaitingEmail(of(list), { ...at, language }).subject),
  )
  expect(new Set(subjects).size).toBe(LANGUAGE_CODES.length * 2)
  const notes = LANGUAGE_CODES.map((language) => describeWaitingEmail(of([], [note]), { ...at, language }))
  expect(new Set(notes.map(({ subject }) => subject)).size).toBe(LANGUAGE_CODES.length)
  expect(new Set(notes.map(({ text }) => text.split('\n')[0])).size).toBe(LANGUAGE_CODES.length)
})
