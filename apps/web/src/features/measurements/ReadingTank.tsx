import Link from '@mui/material/Link'
import { createLink } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ReadingRow } from './readings.ts'

const RouterLink = createLink(Link)

/** The tank of a reading, leading to its page. */
export function ReadingTank({ row: { reading, tank } }: { row: ReadingRow }) {
  const { t } = useTranslation()
  if (reading.tank_id === null) return t('explorer.noTank')
  return (
    <RouterLink
      to="/tanks/$id"
      params={{ id: String(reading.tank_id) }}
      lang="en"
      underline="hover"
      sx={{ fontWeight: 700, whiteSpace: 'nowrap' }}
    >
      {tank?.code ?? `#${reading.tank_id}`}
    </RouterLink>
  )
}
