import { describe, expect, test } from 'vitest'
import { MAX_TEMPLATE_LOOP, MAX_TEMPLATE_PASSES } from '../limits.ts'
import { type ConditionOp, testCondition } from './conditions.ts'
import { foldKeyword, slugify } from './fold.ts'
import { parseExpression, parseTemplate, type TemplateScope } from './liquid.ts'
import { parseNumberText } from './numbers.ts'
import { parsePattern } from './patterns.ts'
import { parseDateText, parseTimeText } from './time/dates.ts'

function scope(values: Record<string, unknown>, seed = 's'): TemplateScope {
  const now = Date.UTC(2026, 6, 1, 12)
  return {
    values,
    root: (name) => (Object.hasOwn(values, name) ? values[name] : undefined),
    environment: { now, timezone: 'Europe/Lisbon', locale: 'pt-PT', defaultCountry: 'PT', seed },
  }
}

function render(text: string, values: Record<string, unknown> = {}, seed = 's'): string {
  const parsed = parseTemplate(text)
  if (!parsed.ok) throw new Error(parsed.problem.reason)
  return parsed.value.render(scope(values, seed))
}

function evaluate(text: string, values: Record<string, unknown> = {}): unknown {
  const parsed = parseTemplate(text)
  if (!parsed.ok) throw new Error(parsed.problem.reason)
  return parsed.value.evaluate(scope(values))
}

describe('templates', () => {
  test('a plain text and its Liquid twin render the same', () => {
    const values = {
      a: 'x',
      n: 1.5,
      b: false,
      z: null,
      list: [1, [2, 3]],
      o: { k: 'v', n: null, size: 9 },
      e: '',
    }
    for (const path of [
      'a',
      'n',
      'b',
      'z',
      'list',
      'o',
      'o.k',
      'o.n',
      'o.none.more',
      'a.k',
      'list.size',
      'o.size',
      'e',
      'gone',
      'list.first',
      'a.size',
    ]) {
      expect([path, render(`<{{ ${path} }}>`, values)]).toEqual([
        path,
        render(`<{{ ${path} | default: ${path}, allow_false: true }}>`, values),
      ])
    }
  })

  test('a single output keeps its type, text around it makes a text', () => {
    expect(evaluate('{{ n }}', { n: 3 })).toBe(3)
    expect(evaluate('{{ n | plus: 1 }}', { n: '3' })).toBe(4)
    expect(evaluate('{{ list }}', { list: [1] })).toEqual([1])
    expect(evaluate(' {{ n }}', { n: 3 })).toBe(' 3')
    expect(evaluate('{{ gone }}')).toBeUndefined()
    expect(evaluate('{{ list | reverse }}', { list: [1, 2] })).toEqual([2, 1])
  })

  test('a list is written with separators wherever it stands in a text', () => {
    const values = { list: ['Ana', 2, ['x', null]], none: [] }
    expect(render('For {{ list }}!', values)).toBe('For Ana, 2, x, !')
    expect(render('{{ list | reverse }}{{ none }}', values)).toBe('x, , 2, Ana')
    expect(render('{% if list %}{{ list }}{% endif %}', values)).toBe('Ana, 2, x, ')
    expect(render("{{ list | join: '/' }}", { list: ['Ana', 2] })).toBe('Ana/2')
  })

  test('inherited properties cannot be reached', () => {
    expect(render('{{ o.constructor }}{{ o.__proto__ }}{{ toString }}', { o: {} })).toBe('')
    expect(render('{{ o.constructor | upcase }}', { o: {} })).toBe('')
  })

  test.each([
    ["{% include 'x' %}"],
    ["{% render 'x' %}"],
    ['{% raw %}a{% endraw %}'],
    ['{% capture x %}a{% endcapture %}'],
    ['{% tablerow i in l %}{% endtablerow %}'],
    ['{{ x | sample }}'],
    ['{{ x | nosuch }}'],
    ['{% if x %}'],
    ['{{ x'],
    [`{{ '${'x'.repeat(21_000)}' }}`],
  ])('%s is refused when it is parsed', (text) => {
    expect(parseTemplate(text)).toMatchObject({ ok: false })
  })

  test.each([
    ['{% for i in (1..100000000) %}x{% endfor %}'],
    ['{% for i in (1..101) %}x{% endfor %}'],
    [
      '{% for a in (1..100) %}{% for b in (1..100) %}{% for c in (1..100) %}{% for d in (1..100) %}{% endfor %}{% endfor %}{% endfor %}{% endfor %}',
    ],
    ["{{ 'xxxxxxxxxx' | split: '' | join: big | split: '' | join: big }}"],
  ])('the bomb %s is stopped in bounds', (text) => {
    expect(() => render(text, { big: 'y'.repeat(5_000) })).toThrow()
  })

  test('an output over 10000 characters is refused, plain or not', () => {
    const failure = { code: 'OUTPUT_TOO_LONG', params: { most: 10_000 } }
    const tooLong = expect.objectContaining({ failure })
    expect(() => render('{{ a }}{{ a }}', { a: 'x'.repeat(5_001) })).toThrow(tooLong)
    expect(() => render('{{ a }}{{ a | upcase }}', { a: 'x'.repeat(5_001) })).toThrow(tooLong)
  })

  test('a loop over too many items, and what the language refuses itself, say so', () => {
    const failureOf = (failure: object) => expect.objectContaining({ failure })
    const items = Array.from({ length: 1_001 }, () => 'x')
    expect(() => render('{% for i in items %}{{ i }}{% endfor %}', { items })).toThrow(
      failureOf({ code: 'LOOP_TOO_LONG', params: { most: MAX_TEMPLATE_LOOP } }),
    )
    const nested =
      '{% for a in items %}{% for b in items %}{% for c in items %}{% endfor %}{% endfor %}{% endfor %}'
    expect(() => render(nested, { items: items.slice(0, 50) })).toThrow(
      failureOf({ code: 'LOOPS_TOO_LONG', params: { most: MAX_TEMPLATE_PASSES } }),
    )
    expect(() => render('{% for i in (1..1000000) %}x{% endfor %}')).toThrow(
      failureOf({ code: 'TEMPLATE_FAILED', params: { why: expect.any(String) } }),
    )
  })

  test('filters format for the flow', () => {
    expect(render("{{ '912345678' | phone }}")).toBe('+351 912 345 678')
    expect(render("{{ '912345678' | phone: 'e164' }}")).toBe('+351912345678')
    expect(render("{{ 'no phone' | phone }}")).toBe('no phone')
    expect(render("{{ 1234.5 | money: 'EUR' }}").replace(/\s/g, ' ')).toBe('1234,50 €')
    expect(render("{{ 'now' | date: '%H:%M' }} {{ 'now' | date: '%H:%M', 'Asia/Tokyo' }}")).toBe(
      '13:00 21:00',
    )
    expect(render('{{ o | json }}', { o: { a: [1] } })).toBe('{"a":[1]}')
  })

  test('a day by itself is shown as that day, whatever the zone', () => {
    const zones = ['America/Sao_Paulo', 'Pacific/Kiritimati', 'UTC']
    for (const zone of zones)
      expect(render(`{{ '2026-10-05' | date: '%d/%m/%Y', '${zone}' }}`)).toBe('05/10/2026')
    expect(render("{{ '2026-10-05T01:00:00Z' | date: '%d/%m/%Y', 'America/Sao_Paulo' }}")).toBe('04/10/2026')
  })

  test('pick_random depends on its seed only', () => {
    const pick = (seed: string) => render("{{ 'a|b|c|d' | pick_random }}", {}, seed)
    expect(pick('run1:n')).toBe(pick('run1:n'))
    expect(new Set(Array.from({ length: 40 }, (_, index) => pick(`run${index}:n`))).size).toBe(4)
  })
})

describe('expressions', () => {
  test('compare and combine', () => {
    const parsed = parseExpression("vars.age >= 18 and vars.city contains 'Por'")
    expect(parsed.ok && parsed.value.evaluate(scope({ vars: { age: '20', city: 'Porto' } }))).toBe(true)
    expect(parsed.ok && parsed.value.evaluate(scope({ vars: { age: 17, city: 'Porto' } }))).toBe(false)
  })

  test.each(['', '{{ a }}', 'a | nope'])('"%s" is refused', (text) => {
    expect(parseExpression(text)).toMatchObject({ ok: false })
  })
})

describe('patterns', () => {
  test.each(['a(?=b)', '(?<!a)b', '(a)\\1', '('])('%s is refused with the reason', (source) => {
    const parsed = parsePattern(source)
    expect(parsed).toMatchObject({ ok: false, problem: { reason: 'PATTERN_NOT_RE2' } })
  })

  test('a pattern that would never end elsewhere is answered', () => {
    const parsed = parsePattern('^(a+)+$')
    expect(parsed.ok && parsed.value.test(`${'a'.repeat(4_000)}!`)).toBe(false)
  })
})

describe('normalising what people type', () => {
  test.each([
    ['  OLÁ!! ', 'ola'],
    ['Bom   dia.', 'bom dia'],
    ['¿Qué?', 'que'],
    ['１２', '12'],
    ['👍', '👍'],
    ['#123', '123'],
    ['!!!', '!!!'],
  ])('%s folds to %s', (text, folded) => {
    expect(foldKeyword(text)).toBe(folded)
  })

  test('slugs keep letters of any script', () => {
    expect(slugify(' Ação & Reação! ')).toBe('acao-reacao')
    expect(slugify('Привет мир')).toBe('привет-мир')
  })

  test.each<[string, string, number | null]>([
    ['1.234.567,89', 'en', 1_234_567.89],
    ['1,234,567', 'pt', 1_234_567],
    ['1,234', 'en', 1_234],
    ['1,234', 'de', 1.234],
    ['12,34,56', 'en', null],
    ["1'000", 'en', 1_000],
    ['1.', 'en', null],
    ['€12', 'pt', 12],
    ['12€', 'pt', 12],
    ['12,50 €', 'pt', 12.5],
    ['-€ 3', 'en', -3],
    ['R$ 1.200,00', 'pt-BR', 1_200],
    ['$$1', 'en', null],
    ['€', 'en', null],
    ['١٢٣', 'ar', 123],
    ['١٬٢٣٤٫٥', 'ar', 1_234.5],
    ['१२', 'hi', 12],
    ['๑๐', 'th', 10],
    ['１２．５', 'ja', 12.5],
    ['𝟏𝟗', 'en', 19],
    ['5²', 'en', null],
    ['0x10', 'en', null],
    ['1e5', 'en', null],
    ['', 'en', null],
  ])('%s in %s is %s', (text, locale, value) => {
    expect(parseNumberText(text, locale)).toBe(value)
  })

  test('dates and times are read or refused', () => {
    expect(parseDateText('29.02.2024', 'de')).toBe('2024-02-29')
    expect(parseDateText('29.02.2023', 'de')).toBeNull()
    expect(parseDateText('2026/12/31', 'ja')).toBe('2026-12-31')
    expect(parseDateText('12|2026|31', 'en', ['MM|YYYY|DD'])).toBe('2026-12-31')
    expect(parseDateText('1/12/2026', 'en', ['DD/MM/YYYY'])).toBe('2026-12-01')
    expect(parseDateText('1/2/26', 'pt', ['DD/MM/YYYY', 'DD/MM/YY'])).toBe('2026-02-01')
    expect(parseDateText('01122026', 'en', ['DDMMYYYY'])).toBe('2026-12-01')
    expect(parseDateText('1122026', 'en', ['DDMMYYYY'])).toBeNull()
    expect(parseDateText('١/١٢/٢٠٢٦', 'pt')).toBe('2026-12-01')
    expect(parseDateText('31/12/2026', 'pt', ['YYYY.MM.DD'])).toBeNull()
    expect([
      parseTimeText('0:05'),
      parseTimeText('12 am'),
      parseTimeText('12pm'),
      parseTimeText('13 pm'),
      parseTimeText('24:00'),
    ]).toEqual(['00:05', '00:00', '12:00', null, null])
  })
})

describe('conditions', () => {
  const check = (left: unknown, op: ConditionOp, right?: unknown, tags: string[] = []) =>
    testCondition(op, { left, right, tags })

  test.each<[unknown, ConditionOp, unknown, boolean]>([
    ['10', 'gt', '9', true],
    ['abc', 'gt', '9', false],
    ['2026-02-01', 'lt', '2026-10-01', true],
    ['b', 'gt', 'A', true],
    [undefined, 'lt', 5, false],
    [undefined, 'eq', '', true],
    [undefined, 'neq', 'x', true],
    ['SIM', 'eq', 'sim', true],
    ['1.0', 'eq', 1, true],
    [['a', 'B'], 'contains', 'b', true],
    ['x', 'in', ['y', 'X'], true],
    ['x', 'in', 'y, x', true],
    [5, 'between', '1,5', true],
    [6, 'between', [1, 5], false],
    [false, 'is_set', undefined, true],
    ['', 'is_set', undefined, false],
    [[], 'is_empty', undefined, true],
    [0, 'is_empty', undefined, false],
    [1, 'is_type', 'number', true],
    [[], 'is_type', 'list', true],
    ['2026-01-01', 'is_type', 'date', true],
    [{}, 'is_type', 'object', true],
  ])('%j %s %j is %s', (left, op, right, expected) => {
    expect(check(left, op, right)).toBe(expected)
  })

  test('has_tag looks at the contact', () => {
    expect(check(null, 'has_tag', 'VIP', ['vip'])).toBe(true)
    expect(check(null, 'has_tag', 'new', ['vip'])).toBe(false)
  })
})
