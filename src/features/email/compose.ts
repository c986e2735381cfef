import MailComposer from 'nodemailer/lib/mail-composer'

/** A file that goes along. */
export interface Attached {
  filename: string | false
  contentType: string
  content: Buffer
}

/** All that an e-mail is made of. */
export interface WrittenEmail {
  from: string
  fromName?: string | undefined
  to: readonly string[]
  cc?: readonly string[]
  replyTo?: string | null
  messageId: string
  subject: string
  text: string | null
  html?: string | null
  files?: readonly Attached[]
  headers?: Readonly<Record<string, string>>
}

/** The bytes of an e-mail. What stands in its fields begins no header of its own. */
export function compose({
  from,
  fromName,
  to,
  cc = [],
  replyTo = null,
  messageId,
  subject,
  text,
  html = null,
  files = [],
  headers = {},
}: WrittenEmail): Promise<Buffer> {
  return new MailComposer({
    from: { name: fromName ?? '', address: from },
    to: [...to],
    cc: [...cc],
    ...{ subject, messageId, attachments: [...files], headers: { ...headers } },
    ...(replyTo === null ? {} : { replyTo }),
    ...(text === null ? {} : { text }),
    ...(html === null ? {} : { html }),
    // Nothing in it is an address that is read from here.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}
