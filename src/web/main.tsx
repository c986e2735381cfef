import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './app/query-client.ts'
import { beginPage } from './app/router/begin-page.ts'
import { createAppRouter } from './app/router/router.tsx'
import { ThemeProvider } from './app/theme.tsx'
import { tellPlace } from './features/notifications/tell-place.ts'
import { LanguageProvider, loadLanguage, presentLanguage } from './i18n/language.tsx'
import { Notices } from './ui/messages/notices.tsx'
import './styles.css'

const client = createQueryClient()
const router = createAppRouter(client)
beginPage(router, client, location)
tellPlace()

const root = document.getElementById('root')
if (!root) throw new Error('the document has no place for the dashboard')
const page = createRoot(root)

void loadLanguage(presentLanguage()).then((spoken) =>
  page.render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <ThemeProvider>
          <LanguageProvider initial={spoken}>
            <Suspense>
              <RouterProvider router={router} />
              <Notices />
            </Suspense>
          </LanguageProvider>
        </ThemeProvider>
      </QueryClientProvider>
    </StrictMode>,
  ),
)
