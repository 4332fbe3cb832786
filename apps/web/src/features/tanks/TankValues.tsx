import type { Severity } from '@dalyan/contracts/alarm-words'
import type { Tank } from '@dalyan/contracts/tanks'
import {
  mdiAlarmSnooze,
  mdiAlert,
  mdiAlertOctagon,
  mdiArrowDown,
  mdiArrowUp,
  mdiBellSleepOutline,
  mdiCheckCircle,
  mdiInformation,
  mdiMinus,
  mdiRuler,
  mdiTimerSand,
} from '@mdi/js'
import Box from '@mui/material/Box'
import { visuallyHidden } from '@mui/utils'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFromNow } from '../../shared/clock/use-now.ts'
import { formatMetric } from '../../shared/format/number.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { alarmCondition } from '../alarms/public/alarm-look.ts'
import { ModeText } from './modes/ModeText.tsx'
import { type Deviation, deviations, sensorAlarms, silence, type TankCondition, tankCondition } from './tank-values.ts'

const SHOWN = 2

const CONDITION = {
  in_range: { icon: mdiCheckCircle, text: 'tanks.detail.inRange' },
  stale: { icon: mdiTimerSand, text: 'common.live.stale' },
  no_data: { icon: mdiMinus, text: 'common.live.noData' },
  no_template: { icon: mdiRuler, text: 'tanks.detail.noTemplateShort' },
  no_terminal: { icon: mdiMinus, text: 'tanks.detail.noTerminalShort' },
  not_monitored: { icon: mdiAlarmSnooze, text: 'tanks.detail.notMonitored' },
} as const satisfies Record<TankCondition, unknown>

const SEVERITY_ICON: Record<Severity, string> = { critical: mdiAlertOctagon, warning: mdiAlert, info: mdiInformation }

interface Props {
  tank: Tank
  /** One line, however narrow: the worst value, and the number of the others. */
  isOneLine?: boolean
}

/** A tank's values by exception: only those out of range, worst first; otherwise one word. */
export function TankValues({ tank, isOneLine = false }: Props) {
  const { t } = useTranslation()
  if (tank.status === 'deleted') return t('common.fields.none')

  return (
    <Box component="span" sx={line(isOneLine)}>
      <ModeText tank={tank} />
      <Values tank={tank} isOneLine={isOneLine} />
    </Box>
  )
}

const line = (isOneLine: boolean) => ({
  display: 'inline-flex',
  flexWrap: isOneLine ? 'nowrap' : 'wrap',
  alignItems: 'center',
  gap: 0.5,
  minWidth: 0,
})

/** Text of a chip that is cut where the chip is too narrow. */
const CUT = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' } as const

function Values({ tank, isOneLine }: Props & { isOneLine: boolean }) {
  const { t } = useTranslation()
  const { out, condition } = useFromNow((now) => ({
    out: tank.status === 'active' ? deviations(tank, now) : [],
    condition: tankCondition(tank, now),
  }))
  const silent = tank.status === 'active' ? silence(tank) : null
  const sensors = tank.status === 'active' ? sensorAlarms(tank) : []
  if (out.length === 0 && sensors.length === 0 && silent === null) {
    const { icon, text } = CONDITION[condition]
    return (
      <Box
        component="span"
        sx={{
          display: 'inline-flex',
          verticalAlign: 'middle',
          alignItems: 'center',
          gap: 0.75,
          fontSize: '0.8125rem',
          whiteSpace: 'nowrap',
          color: 'text.secondary',
        }}
      >
        <Icon path={icon} sx={{ fontSize: 18 }} />
        {t(text)}
      </Box>
    )
  }
  const shown = isOneLine ? 1 : SHOWN
  const shownSensors = isOneLine && (out.length > 0 || silent !== null) ? 0 : 1
  const hidden = Math.max(0, sensors.length - shownSensors) + Math.max(0, out.length - shown)
  return (
    <Box component="span" sx={line(isOneLine)}>
      {silent && (
        <AlarmChip severity={silent} acknowledged={false} isWhole>
          {t('common.live.noData')}
        </AlarmChip>
      )}
      {sensors.slice(0, shownSensors).map(({ id, kind, metric, severity, state }) => (
        <AlarmChip key={id} severity={severity} acknowledged={state === 'active_ack'}>
          <Box component="span" sx={CUT}>
            {alarmCondition(t, { kind, metric, iot: null }, isOneLine ? 'short' : 'metrics')}
          </Box>
        </AlarmChip>
      ))}
      {out.slice(0, shown).map((deviation) => (
        <DeviationChip key={deviation.key} deviation={deviation} isOneLine={isOneLine} />
      ))}
      {hidden > 0 && <b>+{hidden}</b>}
      {out.some(({ isOld }) => isOld) && (
        <Box component="span" sx={isOneLine ? visuallyHidden : { fontSize: '0.8125rem', color: 'text.secondary' }}>
          {t('tanks.detail.wasOutside')}
        </Box>
      )}
    </Box>
  )
}

function DeviationChip({
  deviation: { key, value, side, severity, acknowledged, isOld, isHeld },
  isOneLine,
}: {
  deviation: Deviation
  /** Where the line is too narrow, the name is cut and never the value. */
  isOneLine: boolean
}) {
  const { t } = useTranslation()
  const name = t(`measurements.metrics.${key}`)
  const shown = formatMetric(key, value)
  return (
    <AlarmChip severity={severity} acknowledged={acknowledged} isOutlined={isOld || isHeld}>
      {isOneLine ? (
        <>
          <Box component="span" sx={CUT}>
            {name}
          </Box>{' '}
          {shown}
        </>
      ) : (
        `${name} ${shown}`
      )}
      <Icon path={side === 'high' ? mdiArrowUp : mdiArrowDown} sx={{ fontSize: 16 }} />
      <span style={visuallyHidden}>{t(`tanks.detail.${side}`)}</span>
      {isHeld && <Icon path={mdiBellSleepOutline} titleAccess={t('tankModes.heldValue')} sx={{ fontSize: 16 }} />}
    </AlarmChip>
  )
}

function AlarmChip({
  severity,
  acknowledged,
  isOutlined = false,
  isWhole = false,
  children,
}: {
  severity: Severity
  acknowledged: boolean
  /** The value is old, or its alarm is held. */
  isOutlined?: boolean
  /** Nothing of its text is cut. */
  isWhole?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <Box
      component="span"
      sx={({ tokens }) => {
        const look =
          tokens.alarm[
            acknowledged && severity !== 'info' ? (`${severity}_ack` as const) : (`${severity}_unack` as const)
          ]
        return {
          display: 'inline-flex',
          flexShrink: isWhole ? 0 : 1,
          minWidth: 0,
          alignItems: 'center',
          gap: 0.5,
          minHeight: 26,
          px: 0.75,
          borderRadius: 1,
          border: `1px ${isOutlined ? 'dashed' : 'solid'} ${look.border}`,
          ...(isOutlined ? { color: 'text.primary' } : { bgcolor: look.fill, color: look.text }),
          fontSize: '0.8125rem',
          fontWeight: 700,
          whiteSpace: 'nowrap',
        }
      }}
    >
      <Icon path={SEVERITY_ICON[severity]} sx={{ fontSize: 18 }} titleAccess={t(`alarms.severity.${severity}`)} />
      {children}
    </Box>
  )
}
