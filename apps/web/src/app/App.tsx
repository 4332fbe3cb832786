import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { use } from 'react'
import { InSteps } from '../shared/ui/InSteps.tsx'
import { SnackbarProvider } from '../shared/ui/SnackbarProvider.tsx'
import { AppTheme } from './AppTheme.tsx'
import { DocumentTitle } from './DocumentTitle.tsx'
import { FirstPaint } from './FirstPaint.tsx'
import type { createAppRouter } from './router.tsx'

interface Props {
  cache: QueryClient
  router: ReturnType<typeof createAppRouter>
  /** Fulfilled when it is known which page the user may see. */
  loaded: Promise<void>
}

/** The page of the current address, with everything that all pages need. */
export function App({ cache, router, loaded }: Props) {
  return (
    <QueryClientProvider client={cache}>
      <AppTheme>
        <SnackbarProvider>
          <InSteps first={<FirstPaint />}>
            <Pages router={router} loaded={loaded} />
            <DocumentTitle />
          </InSteps>
        </SnackbarProvider>
      </AppTheme>
    </QueryClientProvider>
  )
}

/** The first skeleton stays until it is known which page to show: after a pending state of its own, React would show the page 300 ms later at the earliest. */
function Pages({ router, loaded }: Omit<Props, 'cache'>) {
  use(loaded)
  return <RouterProvider router={router} />
}
