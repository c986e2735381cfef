import { Link } from '@tanstack/react-router'
import { Sparkles } from 'lucide-react'
import { useMay } from '../../app/workspace.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'

/** The next step of pages that are empty while nothing answers: a flow made of three answers. Nothing for who may not make one. */
export function BeginLink({ clientId }: { clientId?: string }) {
  const { flows: text } = useText()
  const may = useMay()
  if (!may('build')) return null
  return (
    <Button asChild>
      <Link to="/flows/start" search={clientId ? { client: clientId } : {}}>
        <Sparkles aria-hidden />
        {text.begin}
      </Link>
    </Button>
  )
}
