import type { Wall } from '@dalyan/contracts/wall'
import { mdiCloudOffOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../shared/format/date-time.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import type { ShownTank } from './wall-tanks.ts'

/** So many silent tanks of one place are said at once. */
const MANY_SILENT = 5

/** The silent tanks of a place, when they are many; null: they are few. `isOutage`: they have one likely cause. */
export function placeSilence(wall: Wall, place: string | null, tanks: readonly ShownTank[]) {
  const silent = tanks.filter(({ state }) => state === 'silent')
  if (silent.length < MANY_SILENT) return null
  const [since = null] = silent.flatMap(({ tank }) => tank.last_measured_at ?? []).toSorted()
  const isOutage = wall.incidents.some((incident) => incident.cause === 'outage' && incident.place === place)
  return { n: silent.length, total: tanks.length, since, isOutage }
}

interface Props {
  silence: NonNullable<ReturnType<typeof placeSilence>>
  /** Where the name of the place does not stand beside it. */
  place?: string
  style?: CSSProperties
}

/** `27/27 sessiz · 02:51`. */
export function SilenceChip({ silence: { n, total, since, isOutage }, place, style }: Props) {
  const { t } = useTranslation()
  const parts = [
    ...(place === undefined ? [] : [place]),
    t('wall.placeSilent', { n, total }),
    ...(since === null ? [] : [formatTime(since)]),
    ...(place !== undefined && isOutage ? [t('wall.outage')] : []),
  ]
  return (
    <Box
      component="span"
      style={style}
      sx={({ tokens: { status } }) => ({
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        minHeight: 22,
        px: 1,
        borderRadius: '6px',
        fontWeight: 600,
        fontSize: '0.75rem',
        bgcolor: status.offline.bg,
        color: status.offline.text,
        border: `1px solid ${status.offline.border}`,
      })}
    >
      <Icon path={mdiCloudOffOutline} sx={{ fontSize: '1.33em' }} />
      {parts.join(' · ')}
    </Box>
  )
}
