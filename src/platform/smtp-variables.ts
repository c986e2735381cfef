import { z } from 'zod'

/** Whether a text is encoded as parts of addresses are, and is something. */
export function canDecode(text: string): boolean {
  try {
    return decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}

/** Scheme, whether it encrypts, and the port that is usual for it (RFC 8314, RFC 5321). */
const SMTP_SCHEMES = {
  'smtps:': { security: 'tls', port: 465 },
  'smtp:': { security: 'starttls', port: 587 },
  'smtp+insecure:': { security: 'none', port: 25 },
} as const

const isSmtpScheme = (protocol: string): protocol is keyof typeof SMTP_SCHEMES => protocol in SMTP_SCHEMES

/** A mail server with who signs in there. */
export const smtpServer = z
  .string()
  .refine((text) => {
    const parsed = URL.parse(text)
    if (!parsed || !isSmtpScheme(parsed.protocol) || parsed.hostname === '') return false
    const { pathname, search, hash, username, password } = parsed
    const isBare = ['', '/'].includes(pathname) && search === '' && hash === ''
    return isBare && [username, password].every((one) => one === '' || canDecode(one))
  })
  .transform((text) => {
    const { protocol, hostname, port, username, password } = new URL(text)
    const scheme = SMTP_SCHEMES[isSmtpScheme(protocol) ? protocol : 'smtps:']
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? scheme.port : Number(port),
      security: scheme.security,
      user: username === '' ? undefined : decodeURIComponent(username),
      password: password === '' ? undefined : decodeURIComponent(password),
    }
  })

/** An address, or a name with an address in angle brackets. */
export const sender = z
  .string()
  .regex(/^\P{Cc}{1,400}$/u)
  .transform((text) => /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? [text, '', text])
  .transform(([, name = '', from = '']) => ({ from: from.trim(), fromName: name === '' ? undefined : name }))
  .refine(({ from }) => z.email().max(320).safeParse(from).success)
