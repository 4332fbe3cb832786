import { wallApi } from '@dalyan/contracts/wall'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import displayWords from '../../locales/tr/display.json' with { type: 'json' }
import { ApiError } from '../../shared/api/api-error.ts'
import { callByDisplayLink } from '../../shared/api/call.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { readFields } from '../../shared/list/list-address.ts'
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx'
import { usePage } from '../../shared/ui/page-state.ts'
import { WallDisplay } from '../wall/public/WallDisplay.tsx'
import { displaySecret } from './public/display-secret.ts'

addWords({ display: displayWords })

/** The firm whose plan is shown instead of tiles. */
const FIELDS = { plan: 'text' } as const

const ASK_EVERY_MS = 10_000
/** The page reloads this often, so that a screen that is never touched gets a new version. */
const RELOAD_AFTER_MS = 24 * 3_600_000

/** The overview on a screen without a session, by its display link. */
export function DisplayPage() {
  const { t } = useTranslation()
  const [secret] = useState(displaySecret.get)
  const { plan } = readFields(FIELDS, useSearch({ strict: false }))
  const wall = useQuery({
    queryKey: ['display', secret],
    queryFn: ({ signal }) => callByDisplayLink(secret ?? '', wallApi.get, {}, signal),
    enabled: secret !== null,
    refetchInterval: ({ state }) => (isRevoked(state.error) ? false : ASK_EVERY_MS),
    refetchIntervalInBackground: true,
    retry: false,
  })
  const isOver = secret === null || isRevoked(wall.error)
  usePage(t('display.title'), !wall.isLoading)
  useEffect(() => {
    if (isRevoked(wall.error)) displaySecret.forget()
  }, [wall.error])
  useReload(wall.isSuccess)
  if (!isOver) {
    return (
      <main>
        <WallDisplay wall={wall.data} answeredAt={wall.dataUpdatedAt} plan={plan} secret={secret} />
      </main>
    )
  }
  return (
    <Box component="main" sx={{ display: 'grid', placeContent: 'center', gap: 3, minHeight: '100dvh', p: 3 }}>
      <Typography variant="h1" sx={{ fontSize: { xs: '1.5rem', md: '2.5rem' } }}>
        {t(secret === null ? 'display.missing' : 'display.revoked')}
      </Typography>
      <Typography sx={{ fontSize: { xs: '1rem', md: '1.5rem' } }}>{t('display.how')}</Typography>
      <ButtonLink to="/" variant="outlined" size="large" sx={{ justifySelf: 'start' }}>
        {t('display.login')}
      </ButtonLink>
    </Box>
  )
}

/** The server gives the same answer for a removed link and for one that never existed. */
function isRevoked(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Reloads the page once a day, when the server answers. */
function useReload(isAnswered: boolean): void {
  useEffect(() => {
    if (!isAnswered) return undefined
    const timer = setTimeout(() => window.location.reload(), RELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isAnswered])
}
