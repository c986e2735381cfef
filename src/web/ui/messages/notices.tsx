import { Toaster } from 'sonner'
import { useTheme } from '../../app/theme.tsx'

/** Where notices of `useNotify` appear. */
export function Notices() {
  const { isDark } = useTheme()
  return (
    <Toaster
      theme={isDark ? 'dark' : 'light'}
      position="top-center"
      toastOptions={{
        style: {
          background: 'var(--surface)',
          color: 'var(--ink)',
          borderColor: 'var(--line)',
          fontFamily: '"Inter Variable", sans-serif',
        },
        classNames: { description: '!text-ink-soft' },
      }}
    />
  )
}
