import type { Alarm, AlarmListQuery } from '@dalyan/contracts/alarms'
import { mdiChartLine, mdiHistory } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListPages } from '../../../shared/list/ListPages.tsx'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { EmptyState } from '../../../shared/ui/EmptyState.tsx'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { returnedText } from '../../alarms/public/alarm-facts.ts'
import { alarmCondition, SEVERITY_ICON } from '../../alarms/public/alarm-look.ts'
import { alarmQueries } from '../../alarms/public/alarms.queries.ts'
import { OccurrencesButton } from '../../alarms/public/OccurrencesButton.tsx'

const PER_PAGE = 10
const NEWEST_FIRST: AlarmListQuery['sort'] = [{ field: 'raised_at', descending: true }]

interface Props {
  tankId: number
  onShowChart: (alarm: Alarm) => void
}

/** The tank's closed alarms, the newest first. */
export function AlarmHistory({ tankId, onShowChart }: Props) {
  const { t } = useTranslation()
  const headingId = useId()
  const [page, setPage] = useState(1)
  const history = useQuery({
    ...alarmQueries.list({ tank_id: tankId, status: 'closed', sort: NEWEST_FIRST, page, per_page: PER_PAGE }),
    placeholderData: keepPreviousData,
  })
  const { data } = history
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ mt: 3 }}>
      <Typography variant="h2" component="h3" id={headingId} sx={{ mb: 1 }}>
        {t('tanks.pastAlarms.title')}
      </Typography>
      {history.error && !data && <QueryError query={history} title={t('tanks.messages.loadFailed')} />}
      {!data && !history.error && <Skeleton variant="rounded" height={220} />}
      {data?.total === 0 && <EmptyState icon={mdiHistory} title={t('tanks.pastAlarms.empty')} />}
      {data && data.total > 0 && (
        <Paper variant="outlined">
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {data.data.map((alarm) => (
              <PastAlarm key={alarm.id} alarm={alarm} onShowChart={() => onShowChart(alarm)} />
            ))}
          </Box>
          {data.total > PER_PAGE && (
            <ListPages page={data} sizes={[]} onChange={(part) => 'page' in part && setPage(part.page)} />
          )}
        </Paper>
      )}
    </Box>
  )
}

/** A closed alarm: condition, worst value, duration, acknowledgement, note and occurrences. */
function PastAlarm({ alarm, onShowChart }: { alarm: Alarm; onShowChart: () => void }) {
  const { t } = useTranslation()
  const now = serverNow()
  const { severity, out_since, acknowledged_by, note, occurrences } = alarm
  const condition = alarmCondition(t, alarm)
  const facts = [
    returnedText(t, alarm, now),
    acknowledged_by && `${t('alarms.fields.ackBy')}: ${acknowledged_by.name}`,
  ].filter(Boolean)
  return (
    <Box
      component="li"
      sx={({ tokens: { palette } }) => ({
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: '4px 12px',
        px: 2,
        py: 1,
        '& + li': { borderTop: `1px solid ${palette.divider}` },
      })}
    >
      <Icon
        path={SEVERITY_ICON[severity]}
        titleAccess={t(`alarms.severity.${severity}`)}
        sx={{ color: 'text.secondary' }}
      />
      <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ fontWeight: 700 }}>{condition}</Box>
        {occurrences > 1 && <OccurrencesButton alarm={alarm} />}
        <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{facts.join(' · ')}</Box>
        {note && (
          <Box sx={{ fontSize: '0.875rem' }}>
            {t('alarms.fields.note')}: {note}
          </Box>
        )}
      </Box>
      <Button
        startIcon={<Icon path={mdiChartLine} />}
        aria-label={t('tanks.pastAlarms.chartOf', { condition, time: formatDateTime(out_since) })}
        onClick={onShowChart}
      >
        {t('alarms.actions.openChart')}
      </Button>
    </Box>
  )
}
