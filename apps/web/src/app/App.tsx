import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { InBackground } from '../shared/ui/InBackground.tsx'
import { SnackbarProvider } from '../shared/ui/SnackbarProvider.tsx'
import { AppTheme } from './AppTheme.tsx'
import { DocumentTitle } from './DocumentTitle.tsx'
import { FirstPaint } from './PendingFrame.tsx'
import type { createAppRouter } from './router.tsx'

interface Props {
  cache: QueryClient
  router: ReturnType<typeof createAppRouter>
}

/** The page of the current address, with everything that all pages need. */
export function App({ cache, router }: Props) {
  return (
    <QueryClientProvider client={cache}>
      <AppTheme>
        <SnackbarProvider>
          <InBackground first={<FirstPaint />}>
            <RouterProvider router={router} />
            <DocumentTitle />
          </InBackground>
        </SnackbarProvider>
      </AppTheme>
    </QueryClientProvider>
  )
}
