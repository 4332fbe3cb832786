import type { Tank } from '@dalyan/contracts/tanks'
import { mdiDeleteOutline, mdiMonitor, mdiPencil } from '@mdi/js'
import Box from '@mui/material/Box'
import Breadcrumbs from '@mui/material/Breadcrumbs'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { TFunction } from 'i18next'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { LiveBadge } from '../../../shared/live/LiveBadge.tsx'
import { RowActions } from '../../../shared/list/RowActions.tsx'
import { may } from '../../../shared/session/permissions.ts'
import { useUser } from '../../../shared/session/user-context.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { RouterLink } from '../../../shared/ui/RouterLink.tsx'
import { StatusChip } from '../../../shared/ui/StatusChip.tsx'
import { useFullscreen } from '../../../shared/ui/use-fullscreen.ts'
import type { DetailView } from './detail-search.ts'
import { NeighbourButton, useNeighbours } from './NeighbourButton.tsx'

interface Props {
  tank: Tank
  view: DetailView
  isPaused: boolean
  show: (changes: Partial<DetailView>) => void
}

/** Names the tank, its status, the age of its values, its location and terminals, and what the user can do with it. */
export function TankHeader({ tank, view, isPaused, show }: Props) {
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
          // As wide as its longest text, so that the following elements do not wrap as seconds pass.
          <Box sx={{ display: 'flex', minWidth: '9.5rem' }}>
            <LiveBadge newestAt={newestAt} paused={isPaused} />
          </Box>
        )}
        <TankActions tank={tank} show={show} />
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5, overflowWrap: 'anywhere' }}>
        {facts(t, tank).join(' · ')}
        <Terminals tank={tank} />
      </Typography>
    </Box>
  )
}

function facts(t: TFunction, tank: Tank): string[] {
  const place = [tank.location, tank.district, tank.province].filter(Boolean).join(' / ')
  return [
    ...(tank.firm ? [tank.firm.name] : []),
    ...(place ? [place] : []),
    ...(tank.range_template ? [`${t('tanks.detail.template')}: ${tank.range_template.name}`] : []),
  ]
}

/** ` · Terminal: T-0214, T-0215`; each is a link for users who may see terminals. */
function Terminals({ tank }: { tank: Tank }) {
  const { t } = useTranslation()
  const isReachable = may(useUser(), 'iots.view')
  if (tank.iots.length === 0) return null
  return (
    <>
      {facts(t, tank).length > 0 && ' · '}
      {t('tanks.detail.terminal')}:{' '}
      {tank.iots.map(({ id, code }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
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

/** Every user may open the side view, an operator may edit, a manager may also delete and restore. */
function TankActions({ tank: { code, status }, show }: Pick<Props, 'tank' | 'show'>) {
  const { t } = useTranslation()
  const user = useUser()
  const fullscreen = useFullscreen()
  const isManager = may(user, 'tanks.manage')
  const isLive = status !== 'deleted'
  const remove = {
    label: t('common.actions.delete'),
    icon: mdiDeleteOutline,
    onClick: () => show({ dialog: 'delete' }),
    danger: true,
  }
  const openSideView = () => {
    if (fullscreen.possible && !fullscreen.active) fullscreen.toggle()
    show({ isSide: true })
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, marginInlineStart: { sm: 'auto' } }}>
      {isLive && (
        <Button variant="outlined" startIcon={<Icon path={mdiMonitor} />} onClick={openSideView}>
          {t('tanks.detail.sideMode')}
        </Button>
      )}
      {isLive && may(user, 'tanks.operate') && (
        <Box sx={{ display: 'flex', alignItems: 'center' }}>
          <Button variant="outlined" startIcon={<Icon path={mdiPencil} />} onClick={() => show({ dialog: 'edit' })}>
            {t('common.actions.edit')}
          </Button>
          <RowActions name={code} actions={isManager ? [remove] : []} />
        </Box>
      )}
      {!isLive && isManager && (
        <Button variant="outlined" onClick={() => show({ dialog: 'restore' })}>
          {t('common.actions.restore')}
        </Button>
      )}
    </Box>
  )
}
