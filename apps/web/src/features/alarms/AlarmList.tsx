import type { Alarm } from '@dalyan/contracts/alarms'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { countNew, groupsByTank, isFlood } from './alarm-groups.ts'
import { AlarmGroupRows } from './AlarmGroupRows.tsx'
import { AlarmRows } from './AlarmRows.tsx'
import type { CalmList } from './use-calm-list.ts'

interface Props {
  calm: CalmList
  /** Only what is open comes in floods. */
  mayFlood: boolean
  select?: ((alarm: Alarm) => ReactNode) | undefined
  selectAll?: ReactNode
  actions: (alarm: Alarm, wide: boolean) => ReactNode
}

/** The alarms on screen: they keep their places while somebody is among them; many at once stand by tank. */
export function AlarmList({ calm, mayFlood, select, selectAll, actions }: Props) {
  const { t } = useTranslation()
  const { shown, waiting, showNew, handlers } = calm
  const now = serverNow()
  const rows = (label: string, alarms: readonly Alarm[], all?: ReactNode) => (
    <AlarmRows label={label} alarms={alarms} select={select} selectAll={all} actions={actions} />
  )
  return (
    <Box {...handlers} sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {waiting > 0 && (
        <Button variant="outlined" onClick={showNew} sx={{ justifySelf: 'center' }}>
          {t('alarmPage.newArrived', { count: waiting })}
        </Button>
      )}
      {mayFlood && isFlood(shown, now) ? (
        <div>
          <Alert severity="warning" sx={{ mb: 1.5 }}>
            {t('alarmPage.flood', { count: countNew(shown, now) })}
          </Alert>
          {groupsByTank(shown).map((group) => (
            <AlarmGroupRows key={group.tankId} group={group} rows={rows} />
          ))}
        </div>
      ) : (
        rows(t('alarms.title'), shown, selectAll)
      )}
    </Box>
  )
}
