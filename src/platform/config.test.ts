import { describe, expect, it } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'
import { CONFIG_VARIABLES } from './config-variables.ts'

function problemsOf(env: Record<string, string>): string[] {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map((problem) => problem.name)
    throw error
  }
  return []
}

describe('the configuration', () => {
  it('is complete without any variable, and answers only this machine', () => {
    expect(loadConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: '.data',
      databaseUrl: undefined,
      sandbox: true,
      signUp: 'closed',
      logLevel: 'info',
    })
  })

  it('counts a variable that is set to nothing as not set', () => {
    expect(loadConfig({ PORT: ' ', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
  })

  it('names every bad variable at once and says what to write', () => {
    const env = { PORT: '70000', SIGN_UP: 'yes', BASE_URL: 'example.com', ACK_TIMEOUT_MS: '5s' }
    expect(problemsOf(env)).toEqual(['PORT', 'BASE_URL', 'ACK_TIMEOUT_MS', 'SIGN_UP'])
    expect(() => loadConfig(env)).toThrow('SIGN_UP must be open, closed or admins; it is "yes".')
  })

  it('never shows a password or a key, also when it is wrong', () => {
    const env = { DATABASE_URL: 'mysql://ann:s3cret@host/db', MASTER_KEY: 's3cret' }
    expect(problemsOf(env)).toEqual(['DATABASE_URL', 'MASTER_KEY'])
    expect(() => loadConfig(env)).toThrow(/^(?!.*s3cret)/s)
  })

  it('takes addresses without the slash at their end', () => {
    expect(problemsOf({ BASE_URL: 'https://a.example/parley' })).toEqual(['BASE_URL'])
    expect(problemsOf({ NATS_PREFIX: 'a.b' })).toEqual(['NATS_PREFIX'])
    expect(loadConfig({ BASE_URL: 'https://a.example/' }).baseUrl).toBe('https://a.example')
  })

  it('knows versions of WhatsApp Web and names of linked devices, and no others', () => {
    expect(loadConfig({})).toMatchObject({ webVersion: 'latest', linkedDevice: 'Parley/Chrome' })
    expect(loadConfig({ WEB_VERSION: '2.3000.1043857760' }).webVersion).toEqual([2, 3000, 1_043_857_760])
    expect(loadConfig({ WEB_VERSION: 'built-in' }).webVersion).toBe('built-in')
    for (const WEB_VERSION of ['newest', '2.3000', '2.3000.x', 'v2.3000.1043857760'])
      expect(problemsOf({ WEB_VERSION })).toEqual(['WEB_VERSION'])
    expect(loadConfig({ LINKED_DEVICE: 'Mac OS/Safari' }).linkedDevice).toBe('Mac OS/Safari')
    expect(problemsOf({ LINKED_DEVICE: 'Android/Chrome' })).toEqual(['LINKED_DEVICE'])
    expect(problemsOf({ WEB_VERSION_PAGE: 'https://a.example/sw.js' })).toEqual(['NETWORK_URL'])
  })

  it('knows a mail server by its address, with all parts decoded, and asks for both of its halves', () => {
    const SMTP_FROM = 'Corner shop <shop@example.com>'
    const mailOf = (SMTP_URL: string, from = SMTP_FROM) => loadConfig({ SMTP_URL, SMTP_FROM: from }).mail
    expect(loadConfig({}).mail).toBeUndefined()
    expect(mailOf('smtps://sh%40p:p%2Fw@mail.example.com')).toEqual({
      ...{ host: 'mail.example.com', port: 465, security: 'tls', user: 'sh@p', password: 'p/w' },
      ...{ from: 'shop@example.com', fromName: 'Corner shop' },
    })
    expect(mailOf('smtp://mail.example.com', 'shop@example.com')).toMatchObject({
      ...{ port: 587, security: 'starttls', user: undefined, fromName: undefined },
    })
    expect(mailOf('smtp+insecure://[::1]:2525/')).toMatchObject({ host: '::1', port: 2525, security: 'none' })
    for (const SMTP_URL of [
      'mail.example.com',
      'http://mail.example.com',
      'smtp://',
      'smtp://a/b',
      'smtp://a?b',
      'smtp://%zz@a',
    ])
      expect(problemsOf({ SMTP_URL, SMTP_FROM }), SMTP_URL).toEqual(['SMTP_URL'])
    for (const from of [
      'shop',
      'Shop <shop>',
      'a@example.com, b@example.com',
      'a\r\nBcc: b@example.com <a@example.com>',
    ])
      expect(problemsOf({ SMTP_URL: 'smtp://a', SMTP_FROM: from }), from).toEqual(['SMTP_FROM'])
    expect(problemsOf({ SMTP_URL: 'smtp://a' })).toEqual(['SMTP_FROM'])
    expect(problemsOf({ SMTP_FROM })).toEqual(['SMTP_URL'])
    expect(() => loadConfig({ SMTP_URL: 'ftp://ann:s3cret@host' })).toThrow(/^(?!.*s3cret)/s)
  })

  it('takes whole origins for frames, and nothing that stands for several', () => {
    expect(loadConfig({}).embedOrigins).toBeUndefined()
    const EMBED_ORIGINS = 'https://CRM.example.com/, http://localhost:8080,https://[2001:db8::1]:8443'
    expect(loadConfig({ EMBED_ORIGINS }).embedOrigins).toEqual([
      'https://crm.example.com',
      'http://localhost:8080',
      'https://[2001:db8::1]:8443',
    ])
    const wrong = [
      ...['*', 'https://*.example.com', 'https://a.example/path', 'a.example', "'self'", 'https:'],
      ...[
        'https://a.example;script-src',
        'https://a.example https://b.example',
        'data:',
        'https://a.example,',
      ],
    ]
    expect(wrong.filter((text) => problemsOf({ EMBED_ORIGINS: text }).length === 0)).toEqual([])
  })

  it('refuses a root key without the server it belongs to', () => {
    expect(problemsOf({ NETWORK_ROOT_KEY: 'ab'.repeat(32) })).toEqual(['NETWORK_URL'])
    expect(problemsOf({ NETWORK_ROOT_KEY: 'ab'.repeat(32), NETWORK_URL: 'ws://127.0.0.1:1/ws' })).toEqual([])
  })

  it('takes a bucket for files only with its whole key, at AWS unless told otherwise', () => {
    expect(loadConfig({}).s3).toBeUndefined()
    expect(problemsOf({ S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id' })).toEqual(['S3_SECRET_ACCESS_KEY'])
    expect(problemsOf({ S3_ENDPOINT: 'https://s3.example.com' })).toEqual([
      'S3_BUCKET',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
    ])
    const env = {
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 's',
      S3_REGION: 'eu-west-1',
    }
    expect(loadConfig(env).s3).toEqual({
      bucket: 'files',
      accessKeyId: 'id',
      secretAccessKey: 's',
      region: 'eu-west-1',
      endpoint: 'https://s3.eu-west-1.amazonaws.com',
      prefix: '',
    })
    const own = { ...env, S3_ENDPOINT: 'http://127.0.0.1:9000/', S3_PREFIX: 'a/b/' }
    expect(loadConfig(own).s3).toMatchObject({ endpoint: 'http://127.0.0.1:9000', prefix: 'a/b/' })
    expect(problemsOf({ ...env, S3_PREFIX: '../x' })).toEqual(['S3_PREFIX'])
  })

  it('refuses a cluster whose processes would each have a database of their own', () => {
    expect(problemsOf({ NATS_URL: 'nats://127.0.0.1:4222' })).toEqual(['DATABASE_URL'])
  })

  it('accepts its own defaults', () => {
    const defaults = Object.entries(CONFIG_VARIABLES).flatMap(([name, { default: value }]) =>
      value === null ? [] : [[name, value]],
    )
    expect(loadConfig(Object.fromEntries(defaults))).toEqual(loadConfig({}))
  })
})

it('a collector is read with its headers decoded, and a wrong one is refused without showing them', () => {
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.org/otlp/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc==, x-team=shop',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  }
  expect(loadConfig(env).tracing).toEqual({
    endpoint: 'https://collector.example.org/otlp',
    headers: { authorization: 'Bearer abc==', 'x-team': 'shop' },
    serviceName: 'parley',
    ratio: 0.25,
  })
  expect(loadConfig({}).tracing).toBeUndefined()
  const wrong = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://u:hidden-word@x',
    OTEL_EXPORTER_OTLP_HEADERS: 'hidden-word%',
    OTEL_TRACES_SAMPLER_ARG: '2',
  }
  expect(() => loadConfig(wrong)).toThrow(/ENDPOINT.*HEADERS.*SAMPLER/s)
  expect(() => loadConfig(wrong)).not.toThrow(/hidden-word/)
})
