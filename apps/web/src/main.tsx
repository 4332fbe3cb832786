import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './app/fonts.css'
import { createAppRouter } from './app/router.tsx'
import { leaveWhenSessionEnds } from './app/leave-when-session-ends.ts'
import { createQueryClient } from './shared/api/query-client.ts'
import { startI18n } from './shared/i18n/start-i18n.ts'
import { AppTheme } from './app/AppTheme.tsx'
import { loadChosenTheme } from './shared/theme/theme-choice.ts'
import { DocumentTitle } from './app/DocumentTitle.tsx'
import { SnackbarProvider } from './shared/ui/SnackbarProvider.tsx'

startI18n()
const cache = createQueryClient()
const router = createAppRouter(cache)
leaveWhenSessionEnds(router, cache)

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')

function draw(root: HTMLElement): void {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={cache}>
        <AppTheme>
          <SnackbarProvider>
            <RouterProvider router={router} />
            <DocumentTitle />
          </SnackbarProvider>
        </AppTheme>
      </QueryClientProvider>
    </StrictMode>,
  )
}

// In the chosen theme from the start.
void loadChosenTheme().then(() => draw(element))
