export { type MailCall, Mailer, type MailOutcome, type MailSent } from './mailer.ts'
export { ServerMail, type ServerMailSettings } from './server-mail.ts'
