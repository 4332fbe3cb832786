import { isTankSilent } from '@dalyan/contracts/alarm-words'
import type { Home, NowIncidents as Shown } from '@dalyan/contracts/home'
import type { Incident } from '@dalyan/contracts/incidents'
import { mdiRestore } from '@mdi/js'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { TFunction } from 'i18next'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { useFromNow } from '../../../shared/clock/use-now.ts'
import { ageParts, formatLength } from '../../../shared/format/age.ts'
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { RouterLink } from '../../../shared/ui/links.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { acknowledgedText } from './alarm-facts.ts'
import { returnedLook } from './alarm-look.ts'
import { incidentTitle, isSilent, limitText, presentAlarms } from './incident-facts.ts'
import { IncidentFrame, WhySilent } from './IncidentFrame.tsx'
import { WatchLine } from './WatchLine.tsx'

/** The most urgent incidents as cards that lead to the page of the alarms, and the returned alarms in one line. */
export function NowIncidents({ incidents }: { incidents: Shown }) {
  const { t } = useTranslation()
  const headingId = useId()
  const { active, shown, returned } = incidents
  const hidden = active - shown.length
  return (
    <Box
      component="section"
      aria-labelledby={headingId}
      sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Typography variant="h2" id={headingId} sx={{ lineHeight: '24px' }}>
        {t('incidents.now')}{' '}
        <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
          {t('incidents.count', { count: active })}
        </Box>
      </Typography>
      {shown.map((incident) => (
        <IncidentFrame
          key={incident.id}
          incident={incident}
          title={
            <RouterLink
              to="/alarms"
              search={{ incident: incident.id }}
              color="inherit"
              underline="hover"
              // The whole card is pressed.
              sx={{ '&::after': { content: '""', position: 'absolute', inset: 0 } }}
            >
              {incidentTitle(t, incident)}
            </RouterLink>
          }
        >
          <OnlyAlarm incident={incident} />
          <WhySilent incident={incident} />
        </IncidentFrame>
      ))}
      {hidden > 0 && (
        <ButtonLink to="/alarms" sx={{ justifySelf: 'start' }}>
          {t('incidents.more', { count: hidden })}
        </ButtonLink>
      )}
      {returned.alarms > 0 && <ReturnedLine returned={returned} />}
    </Box>
  )
}

/** Limit and acknowledgement of an incident with one alarm, whose value is in the title. */
function OnlyAlarm({ incident: { alarms } }: { incident: Incident }) {
  const { t } = useTranslation()
  const [only] = alarms
  if (!only || alarms.length > 1) return null
  const acknowledged = acknowledgedText(only, serverNow())
  const facts = [limitText(t, only), acknowledged && `${t('alarms.fields.ackBy')}: ${acknowledged}`].filter(Boolean)
  return facts.length > 0 && <Quiet small>{facts.join(' · ')}</Quiet>
}

function ReturnedLine({ returned: { alarms, tanks, longest_seconds } }: Pick<Shown, 'returned'>) {
  const { t } = useTranslation()
  const duration = formatLength(longest_seconds * 1_000)
  return (
    <Paper variant="outlined" sx={returnedLook}>
      <Icon path={mdiRestore} sx={{ color: 'text.secondary' }} />
      <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
        <b>{t('alarms.returned', { count: alarms })}</b>
        <Quiet small>{`${t('incidents.tanks', { count: tanks })}, ${t('alarms.longest', { duration })}`}</Quiet>
      </Box>
      <ButtonLink to="/alarms" variant="outlined" sx={{ minHeight: { xs: 44, sm: 36 } }}>
        {t('alarms.actions.show')}
      </ButtonLink>
    </Paper>
  )
}

/** `2 tank tehlikede, B salonu 7 dakikadır sessiz.`; null: no incident is active. @param now epoch milliseconds */
function nowSentence(t: TFunction, incidents: Shown, now: number) {
  const { shown, critical_tanks, warning_tanks, silent_tanks, unmeasured_tanks } = incidents
  const dark = shown.filter((incident) => incident.cause === 'outage' && isSilent(incident))
  const otherSilent = silent_tanks - silentTanks(dark, now).size
  const parts = [
    ...(critical_tanks > 0 ? [t('incidents.inDanger', { count: critical_tanks })] : []),
    ...(warning_tanks > 0 ? [t('incidents.inWarning', { count: warning_tanks })] : []),
    ...dark.map(({ place, tanks, started_at }) => {
      const { unit, n } = ageParts(now - Date.parse(started_at))
      return t(`incidents.silentFor.${unit}`, { place: place ?? t('incidents.tanks', { count: tanks.length }), n })
    }),
    ...(otherSilent > 0
      ? [t(dark.length > 0 ? 'incidents.furtherSilent' : 'incidents.inSilence', { count: otherSilent })]
      : []),
    ...(unmeasured_tanks > 0 ? [t('incidents.inUnmeasured', { count: unmeasured_tanks })] : []),
  ]
  return parts.length > 0 ? `${parts.join(', ')}.` : null
}

/** The ids of the tanks from which nothing arrives, among those of these incidents; as on the server without shelved alarms. */
function silentTanks(incidents: readonly Incident[], now: number): Set<number> {
  const silent = incidents.flatMap(presentAlarms).filter(isTankSilent)
  const shown = silent.filter(({ shelved_until }) => shelved_until === null || Date.parse(shelved_until) <= now)
  return new Set(shown.flatMap(({ tank }) => tank?.id ?? []))
}

interface SentenceProps {
  watch: Home['tanks']
  incidents: Shown
}

/** What is wrong in one sentence, and of how many tanks that is known. */
export function NowSentence({ watch, incidents }: SentenceProps) {
  const { t } = useTranslation()
  const sentence = useFromNow((now) => nowSentence(t, incidents, now))
  if (sentence === null) return null
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'baseline',
        columnGap: 1,
        overflowWrap: 'anywhere',
        fontSize: { xs: '0.875rem', sm: '1rem' },
        lineHeight: '20px',
      }}
    >
      <b>{sentence}</b>
      <Box sx={{ display: { xs: watch.interruption ? 'block' : 'none', sm: 'block' } }}>
        <WatchLine watch={watch} />
      </Box>
    </Box>
  )
}
