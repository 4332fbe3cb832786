import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { SnackbarProvider } from '../shared/ui/SnackbarProvider.tsx'
import { AppTheme } from './AppTheme.tsx'
import { DocumentTitle } from './DocumentTitle.tsx'
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
          <RouterProvider router={router} />
          <DocumentTitle />
        </SnackbarProvider>
      </AppTheme>
    </QueryClientProvider>
  )
}
