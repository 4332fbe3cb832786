import { isOfLimit } from '@dalyan/contracts/alarm-words'
import type { Alarm } from '@dalyan/contracts/alarms'
import type { Series } from '@dalyan/contracts/measurements'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { sparkLooks } from '../../../shared/charts/spark-looks.ts'
import { Sparkline } from '../../../shared/charts/Sparkline.tsx'
import { toLocal } from '../../../shared/charts/time-range.ts'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { useFromNow } from '../../../shared/clock/use-now.ts'
import { formatShortTime } from '../../../shared/format/date-time.ts'
import { formatMetric } from '../../../shared/format/number.ts'
import { RouterLink } from '../../../shared/ui/links.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { alarmDuration, chartSearch } from '../../alarms/public/alarm-facts.ts'
import { alarmCondition } from '../../alarms/public/alarm-look.ts'
import { alarmQueries } from '../../alarms/public/alarms.queries.ts'
import { measurementQueries } from './measurements.queries.ts'

const POINTS = 72
const HOUR_MS = 3_600_000

interface Props {
  /** Only events of this tank. */
  tankId?: number
  /** `Tankınız iyi`, if that is proved. */
  well: string | null
}

/** `Tankınız iyi · son olay 13:14, 2 dk sürdü, çözüldü`, with the course of its value; for users who cannot acknowledge it. */
export function LastEvent({ tankId, well }: Props) {
  const { t } = useTranslation()
  const newest = [{ field: 'raised_at' as const, descending: true }]
  const events = useQuery(alarmQueries.list({ status: 'all', tank_id: tankId, per_page: 1, sort: newest }))
  const event = events.data?.data[0]
  const said = useFromNow((now) =>
    event
      ? t('home.lastEvent', { time: formatShortTime(event.out_since, now), duration: alarmDuration(event, now) })
      : t('home.noEvent'),
  )
  if (event?.cleared_at === null) return null
  if (!events.data || (!event && well === null)) return null
  return (
    <Paper
      variant="outlined"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 24px', px: 2, py: 1.5 }}
    >
      <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {well === null ? asSentence(said) : `${well} · ${said}`}
        {event && (
          <Quiet small>
            {[event.tank?.code, alarmCondition(t, event), valueText(event)].filter(Boolean).join(' · ')}
          </Quiet>
        )}
      </Box>
      {event?.tank && event.metric !== null && isOfLimit(event.kind) && <EventChart event={event} />}
    </Paper>
  )
}

const asSentence = (text: string) => text.charAt(0).toLocaleUpperCase('tr-TR') + text.slice(1)

function valueText({ metric, occurrence_peak, kind }: Alarm): string | null {
  return metric === null || !isOfLimit(kind) || occurrence_peak === null ? null : formatMetric(metric, occurrence_peak)
}

/** The value from an hour before the event to an hour after it; leads to its chart. */
function EventChart({ event }: { event: Alarm }) {
  const { t } = useTranslation()
  const { tank, metric, kind, limit, out_since, cleared_at, severity } = event
  const to = Math.min(serverNow(), Date.parse(cleared_at ?? out_since) + HOUR_MS)
  const range = { from: toLocal(Date.parse(out_since) - HOUR_MS), to: toLocal(to) }
  const series = useQuery(measurementQueries.tankSeries(tank?.id ?? 0, { range, points: POINTS })).data
  const course = series && metric && courseOf(series, metric)
  if (!tank || !course) return null
  return (
    <RouterLink
      to="/tanks/$id"
      params={{ id: String(tank.id) }}
      search={chartSearch(event, serverNow())}
      aria-label={`${t('alarms.actions.openChart')}: ${tank.code}, ${alarmCondition(t, event)}`}
      sx={(theme) => ({
        display: 'block',
        width: 150,
        height: 52,
        '--alarm': theme.tokens.alarm[severity === 'critical' ? 'critical_ack' : 'warning_ack'].text,
        ...sparkLooks(theme),
        '& .spark': { width: '100%', height: '100%' },
      })}
    >
      <Sparkline
        {...course}
        limits={kind === 'low' ? { min: limit, max: null } : { min: null, max: limit }}
        fits
        isCut={false}
      />
    </RouterLink>
  )
}

function courseOf({ metrics }: Series, metric: NonNullable<Alarm['metric']>) {
  const found = metrics[metric]
  return found && found.min.some((value) => value !== null) ? { min: found.min, max: found.max } : null
}
