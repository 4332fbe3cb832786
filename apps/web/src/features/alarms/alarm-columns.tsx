import type { Alarm } from '@dalyan/contracts/alarms'
import { mdiSineWave } from '@mdi/js'
import Box from '@mui/material/Box'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { useNow } from '../../shared/clock/use-now.ts'
import type { Column } from '../../shared/list/ListTable.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { TankLink } from '../records/public/TankLink.tsx'
import {
  acknowledgedText,
  latestText,
  peakText,
  stateText,
  valueAndLimit,
  worstText,
  sinceText,
} from './public/alarm-facts.ts'
import { alarmCondition } from './public/alarm-look.ts'
import { OccurrencesButton } from './public/OccurrencesButton.tsx'
import { SeverityMark } from './public/SeverityMark.tsx'

const small = { display: 'block', fontSize: '0.8125rem', color: 'text.secondary' } as const

/** The columns of the wide list; those with `from` are hidden on narrower windows. */
export function alarmColumns(t: TFunction, actions: (alarm: Alarm) => ReactNode): Column<Alarm>[] {
  return [
    { key: 'severity', label: ['alarms.fields.severity'], cell: (alarm) => <SeverityMark alarm={alarm} /> },
    {
      key: 'state',
      label: ['alarmPage.fields.state'],
      from: 900,
      cell: (alarm) => (
        <>
          {stateText(t, alarm, serverNow()).map((text) => (
            <Box component="span" key={text} sx={{ display: 'block' }}>
              {text}
            </Box>
          ))}
          {alarm.shelve_reason && <Box sx={small}>{t('alarmPage.shelveReason', { reason: alarm.shelve_reason })}</Box>}
        </>
      ),
    },
    {
      key: 'source',
      label: ['alarmPage.fields.source'],
      cell: ({ tank, iot }) => (
        <>
          {tank && <TankLink tank={tank} />}
          {iot && (
            <Box component="span" lang="en" sx={small}>
              {iot.code}
            </Box>
          )}
        </>
      ),
    },
    { key: 'condition', label: ['alarmPage.fields.condition'], cell: (alarm) => <AlarmCondition alarm={alarm} /> },
    {
      key: 'value',
      label: ['alarmPage.fields.valueAndLimit'],
      cell: (alarm) => {
        const isOver = alarm.cleared_at !== null
        return (
          <Box sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
            {(isOver ? worstText(t, alarm) : valueAndLimit(alarm)) ?? '–'}
            <Box component="span" sx={small}>
              {isOver ? latestText(t, alarm, serverNow()) : peakText(t, alarm)}
            </Box>
          </Box>
        )
      },
    },
    {
      key: 'since',
      label: ['alarmPage.fields.since'],
      cell: (alarm) => (
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          <AlarmSince alarm={alarm} />
        </Box>
      ),
    },
    {
      key: 'acked',
      label: ['alarmPage.fields.ackedBy'],
      from: 1200,
      cell: (alarm) => (
        <Box sx={{ maxWidth: 260, overflowWrap: 'anywhere' }}>
          {acknowledgedText(alarm, serverNow())}
          {alarm.note && (
            <Box component="span" sx={{ ...small, whiteSpace: 'pre-line' }}>
              {alarm.note}
            </Box>
          )}
        </Box>
      ),
    },
    { key: 'actions', label: ['common.table.actions'], align: 'right', cell: actions },
  ]
}

/** The condition, the number of occurrences, and whether the alarm is chattering. */
export function AlarmCondition({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation()
  const { chattering, occurrences } = alarm
  return (
    <>
      <Box component="span" sx={{ fontWeight: 700 }}>
        {alarmCondition(t, alarm)}
      </Box>
      {occurrences > 1 && (
        <Box
          component="span"
          title={chattering ? t('alarmPage.chatteringHint') : undefined}
          sx={{ display: 'flex', alignItems: 'center', gap: 0.5, fontSize: '0.8125rem', color: 'text.secondary' }}
        >
          {chattering && <Icon path={mdiSineWave} sx={{ fontSize: 16 }} />}
          {chattering && `${t('alarmPage.chattering')} · `}
          <OccurrencesButton alarm={alarm} />
        </Box>
      )}
    </>
  )
}

/** Start and duration. A separate component, so that only it renders every second. */
export function AlarmSince({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation()
  return sinceText(t, alarm, useNow())
}
