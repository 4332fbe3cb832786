import type { TankNeighbours } from '@dalyan/contracts/tanks'
import { mdiChevronLeft, mdiChevronRight } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { rememberedTankOrder } from '../tank-order.ts'
import { tankQueries } from '../../records/public/tanks.queries.ts'
import { detailSearch, type DetailView } from './detail-search.ts'

const IconLink = createLink(IconButton)

type Neighbours = Pick<TankNeighbours, 'previous' | 'next'>

interface Props {
  side: 'previous' | 'next'
  neighbours: Neighbours | undefined
  /** What the next tank shows as well: tab, time range, side view. */
  view: DetailView
  /** CSS px. */
  size: number
  /** Without a border. */
  isPlain?: boolean
}

/** A link to the tank before or after this one; it shows the same as this page. */
export function NeighbourButton({ side, neighbours, view, size, isPlain = false }: Props) {
  const { t } = useTranslation()
  const tank = neighbours?.[side] ?? null
  const label = t(side === 'previous' ? 'tanks.detail.prevTank' : 'tanks.detail.nextTank')
  const icon = <Icon path={side === 'previous' ? mdiChevronLeft : mdiChevronRight} />
  const look = { width: size, height: size, ...(isPlain ? {} : { border: 1, borderColor: 'divider' }) }
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

/** The tanks before and after this one in the list that the user saw last; by code where it is not in that list. Undefined while it loads. */
export function useNeighbours(tankId: number): Neighbours | undefined {
  const [order] = useState(rememberedTankOrder)
  const inList = useQuery({ ...tankQueries.neighbours(tankId, order), enabled: Number.isInteger(tankId) }).data
  const isElsewhere = inList?.position === null
  const byCode = useQuery({ ...tankQueries.neighbours(tankId, {}), enabled: isElsewhere }).data
  return isElsewhere ? byCode : inList
}
