export { type MailCall, Mailer, type MailOutcome, type MailSent } from './mailer.ts'
