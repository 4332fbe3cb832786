import type { TankNeighbours } from '@dalyan/contracts/tanks'
import { mdiChevronLeft, mdiChevronRight } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { createLink } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { detailSearch, type DetailView } from './detail-search.ts'

const IconLink = createLink(IconButton)

interface Props {
  side: 'previous' | 'next'
  /** Absent: not known yet. */
  neighbours: Pick<TankNeighbours, 'previous' | 'next'> | undefined
  /** Kept on the way: tab, time range, side view. */
  view: DetailView
  /** CSS px. */
  size: number
}

/** The way to the tank before or after this one; it keeps what the page shows. */
export function NeighbourButton({ side, neighbours, view, size }: Props) {
  const { t } = useTranslation()
  const tank = neighbours?.[side] ?? null
  const label = t(side === 'previous' ? 'tanks.detail.prevTank' : 'tanks.detail.nextTank')
  const icon = <Icon path={side === 'previous' ? mdiChevronLeft : mdiChevronRight} />
  const look = { width: size, height: size, border: 1, borderColor: 'divider' }
  if (!tank) {
    return (
      <IconButton disabled aria-label={label} sx={look}>
        {icon}
      </IconButton>
    )
  }
  return (
    <IconLink
      to="/tanks/$id"
      params={{ id: String(tank.id) }}
      search={detailSearch({ ...view, dialog: null })}
      aria-label={`${label}: ${tank.code}`}
      title={`${label}: ${tank.code}`}
      sx={look}
    >
      {icon}
    </IconLink>
  )
}
