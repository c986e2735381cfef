import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { useText } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/messages/states.tsx'

export function NotFoundPage() {
  const { shell } = useText()
  const action = (
    <Button asChild>
      <Link to="/">{shell.toStart}</Link>
    </Button>
  )
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState icon={Compass} title={shell.notFoundTitle} action={action}>
        {shell.notFoundBody}
      </EmptyState>
    </main>
  )
}
