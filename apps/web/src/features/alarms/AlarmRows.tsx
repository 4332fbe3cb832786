import type { Alarm } from '@dalyan/contracts/alarms'
import { mdiSineWave } from '@mdi/js'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { useFromNow } from '../../shared/clock/use-now.ts'
import type { ListColumn } from '../../shared/list/ListTable.tsx'
import { ListRows } from '../../shared/list/ListView.tsx'
import { useNarrow } from '../../shared/list/use-narrow.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { TankLink } from '../records/public/TankLink.tsx'
import {
  acknowledgedText,
  alarmName,
  latestText,
  peakText,
  sinceText,
  stateText,
  valueAndLimit,
  worstText,
} from './public/alarm-facts.ts'
import { alarmCondition } from './public/alarm-look.ts'
import { OccurrencesButton } from './public/OccurrencesButton.tsx'
import { SeverityMark } from './public/SeverityMark.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'

interface Props {
  /** Accessible name of the list. */
  label: string
  alarms: readonly Alarm[]
  /** The checkbox before an alarm, where alarms can be selected. */
  select?: ((alarm: Alarm) => ReactNode) | undefined
  selectAll?: ReactNode
  actions: (alarm: Alarm, wide: boolean) => ReactNode
  /** All of them have returned, as the heading above says; while all wait for an acknowledgement, the columns of both are left out. */
  areReturned?: boolean
}

/** Alarms as rows, on a phone as cards, in the server's order. */
export function AlarmRows({ label, alarms, select, selectAll, actions, areReturned = false }: Props) {
  const { t } = useTranslation()
  const allWait = areReturned && alarms.every(({ state }) => state === 'rtn_unack')
  const columns: ListColumn<Alarm>[] = [
    ...alarmColumns(t).filter(({ key }) => !allWait || (key !== 'state' && key !== 'acked')),
    { key: 'actions', label: ['common.table.actions'], align: 'right', cell: (alarm) => actions(alarm, false) },
  ]
  if (select) columns.unshift({ key: 'select', label: ['common.actions.select'], heading: selectAll, cell: select })
  const narrow = useNarrow()
  return (
    <>
      {narrow && selectAll && (
        <Box component="label" sx={{ display: 'flex', alignItems: 'center', minHeight: 44 }}>
          {selectAll} <Quiet small>{t('common.actions.selectAll')}</Quiet>
        </Box>
      )}
      <ListRows
        label={label}
        rows={alarms}
        columns={columns}
        nameOf={(alarm) => alarmName(t, alarm)}
        card={(alarm) => <AlarmCard alarm={alarm} select={select?.(alarm)} actions={actions(alarm, true)} />}
      />
    </>
  )
}

const small = { display: 'block', fontSize: '0.8125rem', color: 'text.secondary' } as const

/** The columns of the wide list; those with `from` are hidden on narrower windows. */
function alarmColumns(t: TFunction): ListColumn<Alarm>[] {
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
        const [value, other] = valueTexts(t, alarm)
        return (
          <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {value ?? '–'}
            <Box component="span" sx={small}>
              {other}
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
  ]
}

/** The present value with its limit, and the worst one; of a returned alarm the worst value and the present one. */
function valueTexts(t: TFunction, alarm: Alarm): (string | null)[] {
  return alarm.cleared_at === null
    ? [valueAndLimit(alarm), peakText(t, alarm)]
    : [worstText(t, alarm), latestText(t, alarm, serverNow())]
}

/** The condition, the number of occurrences, and whether the alarm is chattering. */
function AlarmCondition({ alarm }: { alarm: Alarm }) {
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
function AlarmSince({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation()
  return useFromNow((now) => sinceText(t, alarm, now))
}

interface AlarmCardProps {
  alarm: Alarm
  select: ReactNode
  actions: ReactNode
}

/** An alarm on a phone: severity on top, actions below. */
function AlarmCard({ alarm, select, actions }: AlarmCardProps) {
  const { t } = useTranslation()
  const { tank, iot, note, shelve_reason } = alarm
  const acknowledged = acknowledgedText(alarm, serverNow())
  const facts = [
    ...valueTexts(t, alarm),
    shelve_reason && t('alarmPage.shelveReason', { reason: shelve_reason }),
    acknowledged && `${t('alarms.fields.ackBy')}: ${acknowledged}`,
    note,
  ].filter(Boolean)
  return (
    <Box sx={{ display: 'grid', gap: 0.5, mx: -1.5, mt: -0.5 }}>
      <SeverityMark alarm={alarm} wide />
      <Box sx={{ display: 'grid', gap: 0.5, px: 1.5 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 44 }}>
          {select}
          <Box sx={{ flex: 1, minWidth: 0 }}>
            {tank ? <TankLink tank={tank} large /> : <b lang="en">{iot?.code}</b>}
          </Box>
          <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
            <AlarmSince alarm={alarm} />
          </Typography>
        </Box>
        <div>
          <AlarmCondition alarm={alarm} />
        </div>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {facts.join(' · ')}
        </Typography>
        <Quiet small>{stateText(t, alarm, serverNow()).join(' · ')}</Quiet>
        {actions}
      </Box>
    </Box>
  )
}
