import type { Alarm } from '@dalyan/contracts/alarms'
import type { Home } from '@dalyan/contracts/home'
import { mdiAlert, mdiAlertOctagon, mdiRestore } from '@mdi/js'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { createLink, Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFromNow } from '../../../shared/clock/use-now.ts'
import { formatMetric } from '../../../shared/format/number.ts'
import { may, useUser } from '../../../shared/session/user.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { alarmDuration, alarmState, returnedText, returnedTogetherText, foldReturned } from './alarm-facts.ts'
import { alarmCondition } from './alarm-look.ts'

const LineLink = createLink(ButtonBase)
const PLAIN = { color: 'inherit' }

/** The alarms that are out of range, worst first, then the returned ones, one line for each tank; each links to its tank. */
export function OpenAlarms({ alarms }: { alarms: Home['alarms'] }) {
  const { t } = useTranslation()
  const headingId = useId()
  const hidden = alarms.open - alarms.worst.length
  const mayAcknowledge = may(useUser(), 'alarms.acknowledge')
  return (
    <Paper variant="outlined" component="section" aria-labelledby={headingId} sx={{ overflow: 'hidden' }}>
      <Typography variant="h2" id={headingId} sx={{ px: 2, pt: 1.5, pb: 1 }}>
        <Link to="/alarms" style={PLAIN}>
          {t('home.alarmsOpen', { count: alarms.open })}
        </Link>
        {mayAcknowledge && alarms.unacknowledged > 0 && (
          <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
            {' · '}
            {t('home.alarmsWaiting', { count: alarms.unacknowledged })}
          </Box>
        )}
        {alarms.shelved > 0 && (
          <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
            {' · '}
            {t('nav.alarmsShelved', { count: alarms.shelved })}
          </Box>
        )}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {foldReturned(alarms.worst).map((entry) => {
          const shown = 'alarm' in entry ? [entry.alarm] : entry.returned
          return (
            <Box
              component="li"
              key={shown[0]?.id}
              sx={({ tokens: { palette } }) => ({ borderTop: `1px solid ${palette.divider}` })}
            >
              <AlarmLine alarms={shown} />
            </Box>
          )
        })}
      </Box>
      {hidden > 0 && (
        <Typography variant="body2" sx={{ px: 2, py: 1, color: 'text.secondary' }}>
          <Link to="/alarms" style={PLAIN}>
            {t('home.alarmsMore', { count: hidden })}
          </Link>
        </Typography>
      )}
    </Paper>
  )
}

/** One alarm, or several returned alarms of a tank. */
function AlarmLine({ alarms }: { alarms: readonly Alarm[] }) {
  const { t } = useTranslation()
  const [alarm] = alarms
  const hasReturned = alarm?.state === 'rtn_unack'
  const duration = useFromNow((now) => {
    if (!alarm) return ''
    if (!hasReturned) return alarmDuration(alarm, now)
    return alarms.length > 1 ? returnedTogetherText(t, alarms, now) : returnedText(t, alarm, now)
  })
  if (!alarm) return null
  const isCritical = alarm.severity === 'critical'
  const line = (
    <>
      <Icon
        path={hasReturned ? mdiRestore : isCritical ? mdiAlertOctagon : mdiAlert}
        titleAccess={t(`alarms.severity.${alarm.severity}`)}
        sx={({ tokens: { palette } }) => ({
          // Red and amber are only for alarms that are out of range now.
          color: hasReturned ? palette.textSecondary : isCritical ? palette.error.text : palette.warning.text,
        })}
      />
      <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <b lang="en">{alarm.tank?.code ?? alarm.iot?.code}</b> {alarm.tank?.name}
        <Box component="span" sx={{ display: 'block' }}>
          {alarms.length > 1 ? t('alarms.returned', { count: alarms.length }) : conditionOf(t, alarm)}
        </Box>
        {hasReturned && (
          <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: '0.875rem' }}>
            {duration}
          </Box>
        )}
      </Box>
      {!hasReturned && (
        <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {duration}
        </Box>
      )}
    </>
  )
  const look = { display: 'flex', alignItems: 'center', gap: 1.5, px: 2, py: 1, minHeight: 52 } as const
  if (!alarm.tank) return <Box sx={look}>{line}</Box>
  return (
    <LineLink
      to="/tanks/$id"
      params={{ id: String(alarm.tank.id) }}
      sx={({ tokens: { palette } }) => ({
        ...look,
        width: '100%',
        font: 'inherit',
        textAlign: 'start',
        '&:hover': { bgcolor: palette.hoverRow },
        '&:focus-visible': { outlineOffset: -3 },
      })}
    >
      {line}
    </LineLink>
  )
}

/** The condition with the value out of range; of a returned alarm with the state, since its values are shown below. */
function conditionOf(t: TFunction, alarm: Alarm): string {
  const { kind, metric, value, state } = alarm
  const condition = alarmCondition(t, alarm)
  if (state === 'rtn_unack') return `${condition} · ${alarmState(t, alarm)}`
  return kind !== 'silent' && kind !== 'out_of_water' && metric && value !== null
    ? `${condition}: ${formatMetric(metric, value)}`
    : condition
}
