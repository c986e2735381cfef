import type { NoticeKind } from '../../core/conversation/notices.ts'
import { notices as en } from '../en/notices.ts'
import { notices as es } from '../es/notices.ts'
import { chooseLanguage, type Language } from '../languages.ts'
import { notices as pt } from '../pt/notices.ts'

const NOTICES: Readonly<Record<Language, typeof en>> = { en, pt, es }

/** What a push says, in the language of the device, such as `pt-BR`. */
export const describeNotice = (kind: NoticeKind, language: string): string =>
  NOTICES[chooseLanguage([language])][kind]
