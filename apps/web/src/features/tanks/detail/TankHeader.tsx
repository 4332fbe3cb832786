import type { Tank } from '@dalyan/contracts/tanks'
import Box from '@mui/material/Box'
import Breadcrumbs from '@mui/material/Breadcrumbs'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { createLink } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LiveBadge } from '../../../realtime/LiveBadge.tsx'
import { may } from '../../../shared/session/permissions.ts'
import { useUser } from '../../../shared/session/user-context.ts'
import { StatusChip } from '../../../shared/ui/StatusChip.tsx'
import type { DetailView } from './detail-search.ts'
import { NeighbourButton } from './NeighbourButton.tsx'
import { useNeighbours } from './use-neighbours.ts'

const RouterLink = createLink(Link)

interface Props {
  tank: Tank
  /** Kept on the way to the next tank. */
  view: DetailView
  isPaused: boolean
  /** What can be done with the tank; nothing for most. */
  actions?: ReactNode
}

/** Which tank this is, whether it is watched, how fresh its values are, and where it stands. */
export function TankHeader({ tank, view, isPaused, actions }: Props) {
  const { t } = useTranslation()
  const neighbours = useNeighbours(tank.id)
  const newestAt = tank.last_measurement ? Date.parse(tank.last_measurement.measured_at) : null
  return (
    <Box component="header">
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        <Breadcrumbs aria-label={t('common.aria.breadcrumb')} sx={{ fontSize: '0.9375rem' }}>
          <RouterLink to="/tanks" search={{}} underline="hover">
            {t('tanks.title')}
          </RouterLink>
          <Box component="span" lang="en" aria-current="page" sx={{ color: 'text.secondary' }}>
            {tank.code}
          </Box>
        </Breadcrumbs>
        <Box sx={{ ml: 'auto' }} />
        <NeighbourButton side="previous" neighbours={neighbours} view={view} size={40} />
        <NeighbourButton side="next" neighbours={neighbours} view={view} size={40} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px', mt: 0.5 }}>
        <Typography variant="h1" sx={{ width: { xs: '100%', sm: 'auto' }, overflowWrap: 'anywhere' }}>
          <span lang="en">{tank.code}</span> · {tank.name}
        </Typography>
        <StatusChip look={tank.status} label={t(`tanks.status.${tank.status}`)} />
        {tank.status !== 'deleted' && (
          // As wide as it gets within a minute: what follows may not jump from line to line as seconds pass.
          <Box sx={{ display: 'flex', minWidth: '9.5rem' }}>
            <LiveBadge newestAt={newestAt} paused={isPaused} />
          </Box>
        )}
        {actions}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5, overflowWrap: 'anywhere' }}>
        {facts(tank)
          .map(([key, text]) => (key === null ? text : `${t(key)}: ${text}`))
          .join(' · ')}
        <Terminals tank={tank} />
      </Typography>
    </Box>
  )
}

function facts(tank: Tank): ['tanks.detail.template' | null, string][] {
  const place = [tank.location, tank.district, tank.province].filter(Boolean).join(' / ')
  return [
    ...(tank.firm ? [[null, tank.firm.name] as [null, string]] : []),
    ...(place ? [[null, place] as [null, string]] : []),
    ...(tank.range_template
      ? [['tanks.detail.template', tank.range_template.name] as ['tanks.detail.template', string]]
      : []),
  ]
}

/** ` · Terminal: T-0214, T-0215`; each leads to what it sent, for those who may see that. */
function Terminals({ tank }: { tank: Tank }) {
  const { t } = useTranslation()
  const isReachable = may(useUser(), 'iots.view')
  if (tank.iots.length === 0) return null
  return (
    <>
      {facts(tank).length > 0 && ' · '}
      {t('tanks.detail.terminal')}:{' '}
      {tank.iots.map(({ id, code }, place) => (
        <Fragment key={id}>
          {place > 0 && ', '}
          {isReachable ? (
            <RouterLink to="/terminals/$id" params={{ id: String(id) }} lang="en" underline="always">
              {code}
            </RouterLink>
          ) : (
            <span lang="en">{code}</span>
          )}
        </Fragment>
      ))}
    </>
  )
}
