import { describe, expect, it } from 'vitest'
import { parseProxyLines } from './proxy-lines.ts'

const one = (line: string) => parseProxyLines(line, 'http').proxies[0]
const proxy = (over: object) => ({
  host: 'p.example',
  port: '8080',
  user: '',
  password: '',
  protocol: 'http',
  ...over,
})

describe('a pasted list of proxies', () => {
  it.each([
    ['p.example:8080', proxy({})],
    ['p.example:8080:ada:a:b', proxy({ user: 'ada', password: 'a:b' })],
    ['socks5://ada:s%40crt@p.example:8080', proxy({ user: 'ada', password: 's@crt', protocol: 'socks5' })],
    ['ada:p@ss@p.example:8080', proxy({ user: 'ada', password: 'p@ss' })],
    ['socks5h://p.example:8080/', proxy({ protocol: 'socks5' })],
    ['https://[2001:db8::1]:8080', proxy({ host: '[2001:db8::1]', protocol: 'https' })],
    ['p.example, 8080, ada, "s;crt"', proxy({ user: 'ada', password: 's;crt' })],
    ['p.example,8080,ada,secret,https', proxy({ user: 'ada', password: 'secret', protocol: 'https' })],
    ['"p.example";8080', proxy({})],
    ['http://ada:100%@p.example:8080', proxy({ user: 'ada', password: '100%' })],
  ])('takes %s', (line, expected) => {
    expect(one(line)).toEqual(expected)
  })

  it.each(['p.example', 'p.example:eighty', 'gopher://p.example:70', 'hello there'])('refuses %s', (line) => {
    expect(parseProxyLines(line, 'http')).toEqual({ proxies: [], lineOf: [], wrong: [1] })
  })

  it('passes over headings, remarks and empty lines, and keeps the line of each proxy', () => {
    const text = 'host,port,user\r\n\r\n# mine\r\np.example:1\r\nnonsense\r\nq.example:2'
    const { proxies, lineOf, wrong } = parseProxyLines(text, 'socks5')
    expect(proxies.map(({ host, protocol }) => `${protocol} ${host}`)).toEqual([
      'socks5 p.example',
      'socks5 q.example',
    ])
    expect({ lineOf, wrong }).toEqual({ lineOf: [4, 6], wrong: [5] })
  })
})
