import type { Severity } from '@dalyan/contracts/range-templates'
import type { Tank } from '@dalyan/contracts/tanks'
import {
  mdiAlarmSnooze,
  mdiAlert,
  mdiAlertOctagon,
  mdiArrowDown,
  mdiArrowUp,
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
import { useNow } from '../../shared/clock/use-now.ts'
import { formatMetric } from '../../shared/format/number.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { type Deviation, deviations, silence, type TankCondition, tankCondition } from './tank-values.ts'

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

/** A tank's values by exception: only those out of range, worst first; otherwise one word. */
export function TankValues({ tank }: { tank: Tank }) {
  const { t } = useTranslation()
  const now = useNow()
  if (tank.status === 'deleted') return t('common.fields.none')

  const silent = tank.status === 'active' ? silence(tank) : null
  const out = tank.status === 'active' ? deviations(tank, now) : []
  if (out.length === 0 && silent === null) {
    const { icon, text } = CONDITION[tankCondition(tank, now)]
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
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>
      {silent && (
        <AlarmChip severity={silent} acknowledged={false}>
          {t('common.live.noData')}
        </AlarmChip>
      )}
      {out.slice(0, SHOWN).map((deviation) => (
        <DeviationChip key={deviation.key} deviation={deviation} />
      ))}
      {out.length > SHOWN && <b>+{out.length - SHOWN}</b>}
      {out.some(({ isOld }) => isOld) && (
        <Box component="span" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          {t('tanks.detail.wasOutside')}
        </Box>
      )}
    </Box>
  )
}

function DeviationChip({ deviation: { key, value, side, severity, acknowledged, isOld } }: { deviation: Deviation }) {
  const { t } = useTranslation()
  return (
    <AlarmChip severity={severity} acknowledged={acknowledged} isOld={isOld}>
      {t(`measurements.metrics.${key}`)} {formatMetric(key, value)}
      <Icon path={side === 'high' ? mdiArrowUp : mdiArrowDown} sx={{ fontSize: 16 }} />
      <span style={visuallyHidden}>{t(`tanks.detail.${side}`)}</span>
    </AlarmChip>
  )
}

function AlarmChip({
  severity,
  acknowledged,
  isOld = false,
  children,
}: {
  severity: Severity
  acknowledged: boolean
  isOld?: boolean
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
          alignItems: 'center',
          gap: 0.5,
          minHeight: 26,
          px: 0.75,
          borderRadius: 1,
          border: `1px ${isOld ? 'dashed' : 'solid'} ${look.border}`,
          ...(isOld ? { color: 'text.primary' } : { bgcolor: look.fill, color: look.text }),
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
