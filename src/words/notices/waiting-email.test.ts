import { expect, test } from 'vitest'
import { LANGUAGE_CODES } from '../languages.ts'
import { describeWaitingEmail, type WaitingConversation } from './waiting-email.ts'

const at = { language: 'en', origin: 'https://parley.example.com' }
const one: WaitingConversation = {
  ...{ clientName: 'Corner shop', waitingMin: 15, contactName: null, text: null },
  url: 'https://parley.example.com/inbox?client=c&chat=a',
}

test('an e-mail of one conversation leads to it and says where it can be turned off', () => {
  expect(describeWaitingEmail([one], at)).toEqual({
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
  const { subject, text } = describeWaitingEmail(
    Array.from({ length: 23 }, () => one),
    at,
  )
  expect(subject).toBe('23 conversations wait for an answer')
  expect(text.match(/waits for/g)).toHaveLength(20)
  expect(text).toContain('and 3 more')
  expect(text).toContain('https://parley.example.com/inbox?show=waiting&all=true')
})

test('who wants contents reads who wrote and what', () => {
  const { text } = describeWaitingEmail([{ ...one, contactName: 'Ana', text: 'Do you deliver?' }], at)
  expect(text).toContain('Corner shop · Ana: waits for 15 minutes\nDo you deliver?\n')
})

test('each language has sentences of its own', () => {
  const subjects = LANGUAGE_CODES.flatMap((language) =>
    [[one], [one, one]].map((list) => describeWaitingEmail(list, { ...at, language }).subject),
  )
  expect(new Set(subjects).size).toBe(LANGUAGE_CODES.length * 2)
})
