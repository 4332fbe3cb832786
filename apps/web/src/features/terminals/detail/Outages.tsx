import type { TerminalTraffic } from '@dalyan/contracts/terminal-traffic'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../../shared/format/age.ts'
import { formatDate, formatDateTime, formatTime } from '../../../shared/format/date-time.ts'

const SHOWN = 10

/** The intervals without readings, the newest first. */
export function Outages({ traffic: { outages, to } }: { traffic: TerminalTraffic }) {
  const { t } = useTranslation()
  if (outages.length === 0) {
    return <Typography sx={{ color: 'text.secondary' }}>{t('terminals.detail.noOutages')}</Typography>
  }
  return (
    <>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {outages.slice(0, SHOWN).map((outage) => (
          <Box component="li" key={outage.from} sx={{ display: 'flex', flexWrap: 'wrap', gap: '0 8px', py: 0.5 }}>
            <Box component="span" sx={{ flex: 1, minWidth: 180 }}>
              {outage.to
                ? t('terminals.detail.outage', { from: formatDateTime(outage.from), to: endOf(outage.from, outage.to) })
                : t('terminals.detail.outageLasts', { from: formatDateTime(outage.from) })}
            </Box>
            <b>{formatDuration(Date.parse(outage.to ?? to) - Date.parse(outage.from))}</b>
          </Box>
        ))}
      </Box>
      {outages.length > SHOWN && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('terminals.detail.moreOutages', { count: outages.length - SHOWN })}
        </Typography>
      )}
    </>
  )
}

/** The time alone if it is on the day of the outage's start. */
function endOf(from: string, to: string): string {
  return formatDate(from) === formatDate(to) ? formatTime(to) : formatDateTime(to)
}
