import { useMemo } from 'react'
import { toast } from 'sonner'
import { toFailure } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { useFailureSentence } from '../../i18n/service-sentence.ts'

/** Short notices at the edge of the page. */
export function useNotify() {
  const { errors } = useText()
  const toSentence = useFailureSentence()
  return useMemo(
    () => ({
      done: (sentence: string, detail?: string | null) =>
        void toast.success(sentence, { description: detail }),
      warn: (sentence: string, detail?: string | null) =>
        void toast.warning(sentence, { description: detail }),
      failed(error: unknown) {
        const failure = toFailure(error)
        const { code } = failure
        if (code === 'UNAUTHORIZED') return
        if (code === 'OFFLINE') toast.error(errors.offline, { description: errors.offlineBody })
        else toast.error(errors.codes[code] ?? errors.title, { description: toSentence(failure) })
      },
    }),
    [errors, toSentence],
  )
}
