import { StrictMode, startTransition } from 'react'
import { App } from './app/App.tsx'
import { createAppRouter } from './app/router.tsx'
import { leaveWhenSessionEnds } from './app/leave-when-session-ends.ts'
import { createQueryClient } from './shared/api/query-client.ts'
import { startI18n } from './shared/i18n/start-i18n.ts'
import { appTheme } from './shared/theme/create-app-theme.ts'
import { loadWantedTheme, shownTheme } from './shared/theme/theme-choice.ts'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')

/** Ends the task, so that a slow phone answers to touches in between. */
const pause = () => new Promise((resolve) => setTimeout(resolve))

async function start(root: HTMLElement): Promise<void> {
  startI18n()
  await pause()
  const cache = createQueryClient()
  const router = createAppRouter(cache)
  leaveWhenSessionEnds(router, cache)
  const loaded = router.load()
  await pause()
  // The user and the code of the page are on their way meanwhile.
  const { createRoot } = await import('react-dom/client')
  // In the chosen theme from the start.
  await Promise.all([loadWantedTheme(), pause()])
  appTheme(shownTheme(), null)
  await pause()
  // As a transition, the first drawing is done in short slices.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App cache={cache} router={router} loaded={loaded} />
      </StrictMode>,
    ),
  )
}

void start(element)
