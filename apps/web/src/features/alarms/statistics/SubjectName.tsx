import type { AlarmStatisticsRow } from '@dalyan/contracts/alarm-statistics'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { TankLink } from '../../records/public/TankLink.tsx'
import type { AlarmSearch } from '../alarm-search.ts'
import { AlarmsLink } from './AlarmsLink.tsx'

interface Props {
  by: 'tank' | 'firm'
  row: AlarmStatisticsRow
  /** Of the statistics, kept where a firm leads to its tanks. */
  chosen: Pick<AlarmSearch, 'from' | 'to'>
}

/** A tank leads to its page, a firm to the statistics of its tanks. */
export function SubjectName({ by, row: { of }, chosen }: Props) {
  const { t } = useTranslation()
  if (of === null) return t('alarmStatistics.noFirm')
  const name = (
    <Box component="span" sx={{ display: 'block', fontSize: '0.8125rem', color: 'text.secondary' }}>
      {of.name}
    </Box>
  )
  if (by === 'firm') {
    return (
      <AlarmsLink to="/alarms" search={{ tab: 'statistics', firm: of.id, ...chosen }} sx={{ fontWeight: 700 }}>
        {of.name}
      </AlarmsLink>
    )
  }
  return (
    <>
      <TankLink tank={of} />
      {name}
    </>
  )
}
