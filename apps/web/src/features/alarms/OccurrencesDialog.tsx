import { type Alarm, type AlarmOccurrence, alarmsApi } from '@dalyan/contracts/alarms'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { useNow } from '../../shared/clock/use-now.ts'
import { RecordDialog } from '../../shared/form/RecordDialog.tsx'
import { QueryError } from '../../shared/ui/ErrorAlert.tsx'
import { acknowledgedText, alarmName, sinceText, worstText } from './public/alarm-facts.ts'
import { alarmKeys } from './public/alarms.queries.ts'

/** The occurrences of an alarm, the newest first. */
export function OccurrencesDialog({ alarm, onClose }: { alarm: Alarm; onClose: () => void }) {
  const { t } = useTranslation()
  const occurrences = useQuery({
    queryKey: [...alarmKeys.all, 'occurrences', alarm.id],
    queryFn: ({ signal }) => call(alarmsApi.occurrences, { params: { id: alarm.id } }, signal),
    meta: { live: true },
  })
  const data = occurrences.data?.data
  const missing = (data?.[0]?.number ?? 1) - 1
  return (
    <RecordDialog title={t('alarms.occurrences.title', { name: alarmName(t, alarm) })} fields={[]} onClose={onClose}>
      <QueryError title={t('alarms.occurrences.loadFailed')} query={occurrences} />
      {!data && !occurrences.error && <Skeleton variant="rounded" height={160} />}
      <Box component="ol" reversed sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data?.toReversed().map((occurrence) => (
          <OccurrenceLine key={occurrence.number} alarm={alarm} occurrence={occurrence} />
        ))}
      </Box>
      {missing > 0 && <Box sx={{ color: 'text.secondary' }}>{t('alarms.occurrences.missing', { count: missing })}</Box>}
    </RecordDialog>
  )
}

/** One occurrence: start, end, worst value, acknowledgement and note. */
function OccurrenceLine({ alarm, occurrence }: { alarm: Alarm; occurrence: AlarmOccurrence }) {
  const { t } = useTranslation()
  const now = useNow()
  const { number, peak, cleared_at, note } = occurrence
  const one = { ...alarm, ...occurrence, occurrence_peak: peak }
  const acknowledged = acknowledgedText(one, now)
  return (
    <Box
      component="li"
      sx={({ tokens: { palette } }) => ({
        display: 'grid',
        gap: 0.25,
        py: 1,
        overflowWrap: 'anywhere',
        '& + li': { borderTop: `1px solid ${palette.divider}` },
      })}
    >
      <span>
        <b>{t('alarms.occurrences.number', { number })}</b>
        {` · ${sinceText(t, one, now)}`}
        {cleared_at === null && ` · ${t('alarms.occurrences.active')}`}
      </span>
      {(peak !== null || occurrence.value !== null) && <span>{worstText(t, one)}</span>}
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {acknowledged ? `${t('alarms.fields.ackBy')}: ${acknowledged}` : t('alarms.occurrences.notAcked')}
      </Box>
      {note && (
        <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'pre-line' }}>
          {t('alarms.fields.note')}: {note}
        </Box>
      )}
    </Box>
  )
}
