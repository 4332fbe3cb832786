import { LOW_BATTERY } from '@dalyan/contracts/health-words'
import { SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { Terminal } from '@dalyan/contracts/terminals'
import { mdiBatteryAlertVariantOutline, mdiBatteryOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../shared/format/age.ts'
import { formatMetric, formatNumber } from '../../shared/format/number.ts'
import { Icon } from '../../shared/ui/Icon.tsx'

const SHOWN_VALUES = 2

type TerminalWith<K extends keyof Terminal> = Pick<Terminal, K>

/** `Tank Sıcaklığı 14,3 °C · pH 7,90 +2`; null: it has delivered nothing to its tank. */
export function TerminalValues({ values }: TerminalWith<'values'>) {
  const { t } = useTranslation()
  const known = SCREEN_ORDER.flatMap((metric) => {
    const last = values[metric]
    return last ? [{ metric, ...last }] : []
  })
  if (known.length === 0) return t('common.fields.none')
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 1, fontSize: '0.8125rem' }}>
      {known.slice(0, SHOWN_VALUES).map(({ metric, value }) => (
        <Box component="span" key={metric} sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {t(`measurements.metrics.${metric}`)}
          </Box>{' '}
          {formatMetric(metric, value)}
        </Box>
      ))}
      {known.length > SHOWN_VALUES && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          +{known.length - SHOWN_VALUES}
        </Box>
      )}
    </Box>
  )
}

/** `15 sn`; null: not known yet. */
export function intervalText({ interval_seconds }: TerminalWith<'interval_seconds'>): string | null {
  return interval_seconds === null ? null : formatDuration(Math.max(1, Math.round(interval_seconds)) * 1000)
}

/** The battery in percent, a low one with a shape and bold; null: the terminal never sent it. */
export function batteryText({ health }: TerminalWith<'health'>) {
  return health?.battery ? <Battery percent={health.battery.value} /> : null
}

function Battery({ percent }: { percent: number }) {
  const { t } = useTranslation()
  const isLow = percent <= LOW_BATTERY
  return (
    <Box
      component="span"
      sx={({ tokens }) => ({
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.25,
        whiteSpace: 'nowrap',
        ...(isLow ? { fontWeight: 700, color: tokens.alarm.warning_ack.text } : {}),
      })}
    >
      <Icon
        path={isLow ? mdiBatteryAlertVariantOutline : mdiBatteryOutline}
        sx={{ fontSize: 18 }}
        {...(isLow ? { titleAccess: t('terminals.health.low') } : {})}
      />
      %{formatNumber(percent)}
    </Box>
  )
}

/** `−97 dBm`; null: the terminal never sent it. */
export function signalText({ health }: TerminalWith<'health'>): string | null {
  return health?.rssi ? `${formatNumber(health.rssi.value)}\u00a0dBm` : null
}
