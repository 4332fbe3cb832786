import { mdiFishOff } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import tanksWords from '../../../locales/tr/tanks.json' with { type: 'json' }
import { useChannel } from '../../../shared/live/use-channel.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { MetricBlocks } from '../../measurements/public/charts/MetricBlocks.tsx'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { useAppReady } from '../../../shared/ui/app-ready.ts'
import { EmptyState } from '../../../shared/ui/EmptyState.tsx'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { tankQueries } from '../../records/public/tanks.queries.ts'
import { LoadedTank } from './LoadedTank.tsx'
import { useDetailView } from './use-detail-view.ts'

addWords({ tanks: tanksWords })

const SideView = lazy(async () => ({ default: (await import('./side/SideView.tsx')).SideView }))
const ButtonLink = createLink(Button)

/** One tank: its values now, its charts, alarms, logs and terminals. */
export function TankDetailPage() {
  const { id, view } = useDetailView()
  const { t } = useTranslation()
  const tank = useQuery({ ...tankQueries.one(id), enabled: Number.isInteger(id) })
  useChannel(Number.isInteger(id) ? `tank.${id}` : null)
  usePageTitle(tank.data ? `${tank.data.code} · ${tank.data.name}` : t('tanks.one'))
  useAppReady(!tank.isPending)

  const retry = () => void tank.refetch()
  const isThere = Number.isInteger(id) && !isMissing(tank.error)
  const found = isThere ? tank.data : undefined
  const instead = !isThere ? (
    <NotFound />
  ) : tank.error ? (
    <ErrorAlert title={t('tanks.messages.loadFailed')} error={tank.error} onRetry={retry} />
  ) : (
    <DetailSkeleton />
  )
  if (view.isSide) {
    return (
      <Suspense>
        <SideView tankId={id} tank={found}>
          {instead}
        </SideView>
      </Suspense>
    )
  }
  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 } }}>
      {found ? <LoadedTank key={id} tank={found} error={tank.error} onRetry={retry} /> : instead}
    </Box>
  )
}

function isMissing(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.code === 'invalid_id')
}

function NotFound() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={mdiFishOff}
      title={t('errors.notFound')}
      action={
        <ButtonLink to="/tanks" search={{}} variant="outlined">
          {t('tanks.detail.backToList')}
        </ButtonLink>
      }
    />
  )
}

function DetailSkeleton() {
  return (
    <Box>
      <Skeleton width={160} />
      <Skeleton width="min(360px, 80%)" height={44} />
      <Skeleton width="min(480px, 90%)" sx={{ mb: 2 }} />
      <MetricBlocks height={{ xs: 110, sm: 134 }} columns={{ xs: 2, md: 3 }} />
    </Box>
  )
}
