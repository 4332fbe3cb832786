import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import './app/fonts.css'
import { createAppRouter } from './app/router.tsx'
import { leaveWhenSessionEnds } from './app/leave-when-session-ends.ts'
import { createQueryClient } from './shared/api/query-client.ts'
import { startI18n } from './shared/i18n/start-i18n.ts'
import { loadWantedTheme } from './shared/theme/theme-choice.ts'

startI18n()
const cache = createQueryClient()
const router = createAppRouter(cache)
leaveWhenSessionEnds(router, cache)

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')

function draw(root: HTMLElement): void {
  // As a transition, the first drawing is done in short slices, between which a slow phone answers to touches.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App cache={cache} router={router} />
      </StrictMode>,
    ),
  )
}

// In the chosen theme from the start.
void loadWantedTheme().then(() => draw(element))
