import { describe, expect, it } from 'vitest'
import { createLogger, describeError, maskPhone } from './logger.ts'

function logOnce(fields: object): Record<string, unknown> {
  const lines: string[] = []
  const log = createLogger({ level: 'info', destination: { write: (line: string) => lines.push(line) } })
  log.info(fields, 'something happened')
  return JSON.parse(lines[0] ?? '{}')
}

describe('maskPhone', () => {
  it('keeps the last four digits of a number, however it is written', () => {
    expect(maskPhone('+49 170 123-4567')).toBe('…4567')
    expect(maskPhone('491701234567:3@s.whatsapp.net')).toBe('…4567:3@s.whatsapp.net')
    expect(maskPhone('120363041234567890@g.us')).toBe('…7890@g.us')
  })

  it('leaves short numbers alone', () => {
    expect(maskPhone('error 515 after 30000 ms')).toBe('error 515 after 30000 ms')
  })
})

describe('a line of the log', () => {
  it('has level, time, message and the values', () => {
    const line = logOnce({ clientId: 'c1', durationMs: 12 })
    expect(line).toMatchObject({ level: 'info', msg: 'something happened', clientId: 'c1', durationMs: 12 })
    expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT/)
  })

  it('hides what people wrote and what opens something, at any depth', () => {
    const line = logOnce({ text: 'hello', a: { password: 'p', b: [{ 'X-Api-Key': 'k' }] }, body: { x: 1 } })
    expect(JSON.stringify(line)).not.toMatch(/hello|"p"|"k"|"x"/)
  })

  it('hides bytes behind their number', () => {
    expect(logOnce({ raw: new Uint8Array(5) }).raw).toBe('[5 bytes]')
  })

  it('masks phone numbers and keeps ids and times', () => {
    const id = '01936d2a-1234-7000-8000-123456789012'
    const line = logOnce({ to: '491701234567@s.whatsapp.net', id, at: new Date(0) })
    expect(line).toMatchObject({ to: '…4567@s.whatsapp.net', id, at: '1970-01-01T00:00:00.000Z' })
  })

  it('carries the cleaned fields of its parent', () => {
    const lines: string[] = []
    const log = createLogger({ level: 'info', destination: { write: (line: string) => lines.push(line) } })
    log.child({ clientId: 'c1', token: 't0ken' }).info({}, 'ready')
    expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ clientId: 'c1', token: '[hidden]' })
  })
})

describe('an error in the log', () => {
  it('shows class, code, place and causes, but not the values of a failed query', () => {
    const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (text)=(hello)' })
    const error = new Error('Failed query: insert into message values ($1)\nparams: hello,491701234567', {
      cause,
    })
    const line = JSON.stringify(logOnce({ err: error }))
    expect(line).toContain('duplicate key')
    expect(line).toContain('23505')
    expect(line).toContain('logger.test.ts')
    expect(line).not.toMatch(/hello|4917/)
  })

  it('ends a chain of causes that never ends', () => {
    const error = new Error('loop')
    error.cause = error
    expect(JSON.stringify(describeError(error)).length).toBeLessThan(20_000)
  })
})
