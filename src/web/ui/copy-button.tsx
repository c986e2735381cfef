import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useText } from '../i18n/language.tsx'
import { Button } from './button.tsx'

const SHOW_MS = 2000

/** Without a secure address browsers have no clipboard for pages; a selection can be copied there all the same. */
async function copyText(value: string): Promise<void> {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(value)
    return
  }
  const area = document.createElement('textarea')
  area.value = value
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}

export function CopyButton({ value }: { value: string }) {
  const text = useText()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), SHOW_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () => {
    copyText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <Button variant="secondary" onClick={copy}>
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite">{isCopied ? text.shell.copied : text.shell.copy}</span>
    </Button>
  )
}
