import type { Incident } from '@dalyan/contracts/incidents'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatLength, formatStep } from '../../../shared/format/age.ts'
import { formatDateTime, formatTimeWithSeconds } from '../../../shared/format/date-time.ts'
import { may, useUser } from '../../../shared/session/user.ts'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { incidentTitle, waitingAlarms } from '../public/incident-facts.ts'
import { incidentQueries } from './incidents.queries.ts'
import { type TimelineEntry, timelineEntries } from './timeline-entries.ts'

interface Props {
  incident: Incident
  onNote: () => void
}

/** The terminals whose order is named. */
const MOST_NAMED = 12

/** What came first: the course of an incident, who was notified of it, and what was similar before. */
export function IncidentTimeline({ incident, onNote }: Props) {
  const { t } = useTranslation()
  const headingId = useId()
  const mayAct = may(useUser(), 'alarms.acknowledge')
  const timeline = useQuery({ ...incidentQueries.timeline(incident.id), enabled: mayAct })
  const similar = timeline.data?.similar
  return (
    <Box
      component="section"
      aria-labelledby={headingId}
      sx={{ display: 'grid', gap: 1.25, gridTemplateColumns: 'minmax(0, 1fr)', overflowWrap: 'anywhere' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 }}>
        <Typography variant="h2" component="h3" id={headingId} sx={{ flexGrow: 1 }}>
          {t('incidents.timeline.title')}
        </Typography>
        <Quiet small>{incident.place ?? incident.tanks[0]?.code}</Quiet>
      </Box>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {timelineEntries(t, incident, timeline.data).map((entry) => (
          <Moment key={entry.key} entry={entry} />
        ))}
      </Box>
      <QueryError title={t('incidents.timeline.loadFailed')} query={timeline} />
      {incident.cause === 'outage' && <SilentOrder incident={incident} />}
      {similar && (
        <div>
          <Typography variant="subtitle2" component="h4">
            {t('incidents.timeline.similar')}
          </Typography>
          <Quiet small>
            {[
              formatDateTime(similar.started_at),
              t('incidents.alarms', { count: similar.alarms }),
              formatLength(Date.parse(similar.ended_at) - Date.parse(similar.started_at)),
              ...(similar.note === null ? [] : [t('incidents.timeline.note', { note: similar.note })]),
            ].join(' · ')}
            {similar.note !== null && similar.noted_by && ` (${similar.noted_by.name})`}
          </Quiet>
        </div>
      )}
      {mayAct && waitingAlarms(incident).length > 0 && (
        <WriteButton
          variant="outlined"
          aria-label={`${t('incidents.addNote')}: ${incidentTitle(t, incident)}`}
          onClick={onNote}
          sx={{ justifySelf: 'start', minHeight: { xs: 44, sm: 36 } }}
        >
          {t('incidents.addNote')}
        </WriteButton>
      )}
    </Box>
  )
}

/** A moment on the line: a square where something began, a circle else, filled in the accent for what is still to come. */
function Moment({ entry: { time, text, small, isNext = false, isTurningPoint = false } }: { entry: TimelineEntry }) {
  return (
    <Box
      component="li"
      sx={({ tokens: { palette, alarm } }) => ({
        position: 'relative',
        pl: 2.75,
        pb: 1.25,
        fontSize: '0.875rem',
        '&::before': {
          content: '""',
          position: 'absolute',
          left: '3px',
          top: '4px',
          width: 11,
          height: 11,
          boxSizing: 'border-box',
          border: `2px solid ${isTurningPoint ? palette.textPrimary : palette.textSecondary}`,
          borderRadius: isTurningPoint ? '2px' : '50%',
          transform: isTurningPoint ? 'rotate(45deg) scale(0.85)' : 'none',
          background: isNext ? alarm.warning_unack.fill : isTurningPoint ? palette.textPrimary : palette.surface,
          zIndex: 1,
        },
        '&:not(:last-child)::after': {
          content: '""',
          position: 'absolute',
          left: '8px',
          top: '10px',
          bottom: '-4px',
          borderLeft: `1px solid ${palette.divider}`,
        },
      })}
    >
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 700 }}>
        {time}
      </Box>{' '}
      {text}
      {small !== null && (
        <Box component="span" sx={{ display: 'block', fontSize: '0.75rem', color: 'text.secondary' }}>
          {small}
        </Box>
      )}
    </Box>
  )
}

/** Dots that lie close together are on different heights. */
const DOT_ROWS = 3
const DOT_PX = 9

interface DotsProps {
  /** In the order in which they began. */
  alarms: Incident['alarms']
  /** Of the first, epoch milliseconds. */
  start: number
}

/** A dot for each terminal on a line of time; the list below it says the same. */
function SilenceDots({ alarms, start }: DotsProps) {
  const seconds = Math.max(1, Math.ceil((Date.parse(alarms.at(-1)?.out_since ?? '') - start) / 1_000))
  const placeOf = (instant: string) => Math.min(100, ((Date.parse(instant) - start) / 1_000 / seconds) * 100)
  return (
    <Box aria-hidden sx={{ mb: 1, fontSize: '0.6875rem', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
      <Box
        sx={{
          position: 'relative',
          height: DOT_ROWS * (DOT_PX + 2),
          mx: `${DOT_PX}px`,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        {alarms.map(({ id, iot, out_since }, index) => (
          <Box
            key={id}
            data-silent
            title={iot?.code}
            sx={{
              position: 'absolute',
              left: `${placeOf(out_since)}%`,
              top: (index % DOT_ROWS) * (DOT_PX + 2),
              width: DOT_PX,
              height: DOT_PX,
              transform: 'translateX(-50%)',
              border: '2px solid currentColor',
              borderRadius: '50%',
              bgcolor: 'background.paper',
            }}
          />
        ))}
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
        <span>{formatTimeWithSeconds(start)}</span>
        <span>{`+${formatStep(seconds * 1_000)}`}</span>
      </Box>
    </Box>
  )
}

/** The terminals in the order in which they fell silent, with the seconds after the first. */
function SilentOrder({ incident: { alarms } }: { incident: Incident }) {
  const { t } = useTranslation()
  const start = Date.parse(alarms[0]?.out_since ?? '')
  const named = alarms.slice(0, MOST_NAMED)
  const more = alarms.length - named.length
  return (
    <div>
      <Typography variant="subtitle2" component="h4">
        {t('incidents.timeline.order')}
      </Typography>
      <SilenceDots alarms={alarms} start={start} />
      <Box component="ol" sx={{ display: 'flex', flexWrap: 'wrap', gap: '2px 12px', m: 0, p: 0, listStyle: 'none' }}>
        {named.map(({ id, iot, out_since }) => (
          <Box component="li" key={id} sx={{ fontSize: '0.75rem', fontVariantNumeric: 'tabular-nums' }}>
            <b lang="en">{iot?.code}</b>{' '}
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {`+${Math.round((Date.parse(out_since) - start) / 1_000)} sn`}
            </Box>
          </Box>
        ))}
        {more > 0 && (
          <Box component="li" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
            {t('incidents.timeline.orderMore', { count: more })}
          </Box>
        )}
      </Box>
    </div>
  )
}
