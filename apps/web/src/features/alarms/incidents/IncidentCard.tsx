import type { Alarm } from '@dalyan/contracts/alarms'
import type { Incident } from '@dalyan/contracts/incidents'
import { mdiAlarmSnooze, mdiChevronDown, mdiChevronUp } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { sparkLooks } from '../../../shared/charts/spark-looks.ts'
import { Sparkline } from '../../../shared/charts/Sparkline.tsx'
import { formatMetric } from '../../../shared/format/number.ts'
import { useNarrow } from '../../../shared/list/use-narrow.ts'
import { may, useUser } from '../../../shared/session/user.ts'
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { acknowledgedText, chartSearch, peakText, valueAndLimit } from '../public/alarm-facts.ts'
import { alarmCondition } from '../public/alarm-look.ts'
import {
  incidentTitle,
  leadAlarm,
  limitText,
  presentAlarms,
  silentTerminal,
  tankOf,
  tanksLastOutside,
  waitingAlarms,
} from '../public/incident-facts.ts'
import { HATCH, IncidentFrame, WhySilent } from '../public/IncidentFrame.tsx'
import { IncidentTimeline } from './IncidentTimeline.tsx'

interface Props {
  incident: Incident
  /** All incidents on screen. */
  all: readonly Incident[]
  select: ReactNode
  isBusy: boolean
  /** Whether its course is shown in a panel beside the cards, or else in the card. */
  hasPanel: boolean
  /** Whether the panel, or the opened card, shows it. */
  isShown: boolean
  onShow: () => void
  onAcknowledge: (note?: string) => void
  onNote: () => void
  onShelve: () => void
  /** Its alarms as rows, with their own actions. */
  rows: (label: string, alarms: readonly Alarm[]) => ReactNode
}

/** An incident: what happened, the likely cause with its evidence, its alarms, and the actions on all of them. */
export function IncidentCard({ incident, hasPanel, isShown, onShow, onNote, rows, ...props }: Props) {
  const { t } = useTranslation()
  const narrow = useNarrow()
  const [isOpen, setIsOpen] = useState(isShown && !hasPanel)
  const mayAct = may(useUser(), 'alarms.acknowledge')
  const { alarms } = incident
  const title = incidentTitle(t, incident)
  const waiting = waitingAlarms(incident).length
  const isMany = alarms.length > 1
  const count = t('incidents.alarms', { count: alarms.length })
  const detail = (
    <Button
      variant={narrow ? 'text' : 'outlined'}
      aria-expanded={isOpen}
      aria-label={`${narrow && isMany ? `${count}. ` : ''}${t('incidents.detailOf', { name: title })}`}
      endIcon={(isMany || !narrow) && <Icon path={isOpen ? mdiChevronUp : mdiChevronDown} />}
      onClick={() => setIsOpen(!isOpen)}
      // A target of 44 px that makes its line no higher.
      sx={narrow ? { minHeight: 44, minWidth: 44, my: -1, px: 0.5 } : {}}
    >
      {isOpen ? t('alarms.actions.hide') : narrow && isMany ? count : t('incidents.detail')}
    </Button>
  )
  return (
    <Box onFocusCapture={onShow} onClick={onShow}>
      <IncidentFrame
        incident={incident}
        title={narrow ? title : <TitleButton title={title} isShown={hasPanel && isShown} />}
        select={props.select}
        {...(narrow ? { count: detail } : {})}
        isMarked={hasPanel && isShown}
        aside={!narrow && <Course incident={incident} />}
      >
        {narrow && !isMany && incident.course ? (
          // Its limit stands beside the course, or below it if the words are many.
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              gap: '0 8px',
              '& p': { fontSize: '0.8125rem' },
            }}
          >
            <Course incident={incident} />
            <Members incident={incident} all={props.all} />
          </Box>
        ) : (
          <Members incident={incident} all={props.all} />
        )}
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1,
            '& .MuiButton-root': { minHeight: { xs: 44, sm: 36 }, px: { xs: 1.25, sm: 2 } },
          }}
        >
          {mayAct && waiting > 0 && (
            <WriteButton
              variant="contained"
              aria-disabled={props.isBusy}
              aria-label={`${t('alarms.actions.ackAll', { count: waiting })}: ${title}`}
              onClick={() => props.isBusy || props.onAcknowledge()}
              sx={{ flex: { xs: '1 1 auto', sm: '0 0 auto' } }}
            >
              {waiting === 1 ? t('alarms.actions.ack') : t('alarms.actions.ackAll', { count: waiting })}
            </WriteButton>
          )}
          <SecondAction
            incident={incident}
            mayCheck={mayAct && waiting > 0}
            onChecked={() => props.isBusy || props.onAcknowledge(t('incidents.checked'))}
          />
          {!narrow && detail}
          {mayAct && (
            <ShelveButton narrow={narrow} label={t('alarmPage.shelveOf', { name: title })} onClick={props.onShelve} />
          )}
        </Box>
        {isOpen && !hasPanel && <IncidentTimeline incident={incident} onNote={onNote} />}
        {isOpen && rows(t('alarmPage.listOf', { source: title }), alarms)}
      </IncidentFrame>
    </Box>
  )
}

/** The title, which the arrow keys reach; a press shows the incident in the panel. */
function TitleButton({ title, isShown }: { title: string; isShown: boolean }) {
  return (
    <ButtonBase
      data-incident-title
      aria-pressed={isShown}
      sx={{ font: 'inherit', lineHeight: 'inherit', textAlign: 'start', borderRadius: 0.5, minHeight: 24 }}
    >
      {title}
    </ButtonBase>
  )
}

/** The arrow keys move between the titles of the cards. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const titles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-incident-title]')]
  const from = titles.indexOf(event.target as HTMLElement)
  const next = from === -1 ? undefined : titles[from + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** What usually follows: the terminals of an outage, a look at the sonde, else the chart. */
function SecondAction({
  incident,
  mayCheck,
  onChecked,
}: {
  incident: Incident
  mayCheck: boolean
  onChecked: () => void
}) {
  const { t } = useTranslation()
  const maySeeTerminals = may(useUser(), 'iots.view')
  const tank = tankOf(incident)
  const title = incidentTitle(t, incident)
  if (incident.cause === 'outage')
    return (
      maySeeTerminals && (
        <ButtonLink to="/terminals" search={{ connection: ['offline'] }} variant="outlined">
          {t('incidents.terminals')}
        </ButtonLink>
      )
    )
  if (maySeeTerminals && silentTerminal(incident)) return <WhySilent incident={incident} />
  if (incident.cause !== null && mayCheck)
    return (
      <WriteButton variant="outlined" aria-label={t('incidents.checkedOf', { name: title })} onClick={onChecked}>
        {t('incidents.checked')}
      </WriteButton>
    )
  const alarm = leadAlarm(incident) ?? incident.alarms[0]
  if (!tank || !alarm) return null
  return (
    <ButtonLink
      to="/tanks/$id"
      params={{ id: String(tank.id) }}
      search={chartSearch(alarm, serverNow())}
      variant="outlined"
      aria-label={`${t('alarms.actions.openChart')}: ${title}`}
    >
      {t('alarms.actions.openChart')}
    </ButtonLink>
  )
}

/** The last six hours of its gravest value inside its limits. */
function Course({ incident }: { incident: Incident }) {
  const { t } = useTranslation()
  const { course, severity } = incident
  if (!course) return null
  return (
    <Box
      role="img"
      aria-label={t('incidents.course', { metric: t(`measurements.metrics.${course.metric}`) })}
      sx={(theme) => ({
        flex: { xs: '1 1 120px', sm: '0 0 150px' },
        height: { xs: 40, sm: 52 },
        '--alarm': theme.tokens.alarm[severity === 'critical' ? 'critical_ack' : 'warning_ack'].text,
        ...sparkLooks(theme),
        '& .spark': { width: '100%', height: '100%' },
      })}
    >
      <Sparkline min={course.min} max={course.max} limits={course.limits} fits isCut={false} />
    </Box>
  )
}

/** On a phone only its icon, so that all buttons stay in one row. */
function ShelveButton({ narrow, label, onClick }: { narrow: boolean; label: string; onClick: () => void }) {
  const { t } = useTranslation()
  return narrow ? (
    <IconButton aria-label={label} onClick={onClick} sx={{ width: 44, height: 44 }}>
      <Icon path={mdiAlarmSnooze} />
    </IconButton>
  ) : (
    <WriteButton aria-label={label} onClick={onClick}>
      {t('alarmPage.actions.shelve')}
    </WriteButton>
  )
}

/** Its tanks as squares in an outage, else its values with their limits. */
function Members({ incident, all }: { incident: Incident; all: readonly Incident[] }) {
  const { t } = useTranslation()
  const { cause, tanks, alarms } = incident
  if (cause === 'outage') {
    const outside = tanksLastOutside(incident, all)
    const codes = tanks.filter(({ id }) => outside.has(id)).map(({ code }) => code)
    return (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>
        <Box aria-hidden sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px' }}>
          {tanks.map(({ id, code }) => (
            <Box
              key={id}
              title={code}
              sx={({ tokens }) => ({
                width: 13,
                height: 13,
                borderRadius: '3px',
                border: `1px solid ${outside.has(id) ? tokens.alarm.warning_unack.border : 'currentColor'}`,
                color: 'text.secondary',
                background: outside.has(id) ? tokens.alarm.warning_unack.fill : HATCH,
              })}
            />
          ))}
        </Box>
        <Quiet small>
          {t('incidents.lastValues', {
            text: [
              ...(tanks.length > codes.length
                ? [t('incidents.lastInside', { count: tanks.length - codes.length })]
                : []),
              ...(codes.length > 0 ? [t('incidents.lastOutside', { codes: codes.join(', ') })] : []),
            ].join(', '),
          })}
        </Quiet>
      </Box>
    )
  }
  const present = presentAlarms(incident)
  const [single] = alarms
  if (single && alarms.length === 1) {
    // The title has its value.
    const acknowledged = acknowledgedText(single, serverNow())
    const facts = [
      limitText(t, single),
      peakText(t, single),
      acknowledged && `${t('alarms.fields.ackBy')}: ${acknowledged}`,
      single.note,
    ].filter(Boolean)
    return facts.length > 0 && <Quiet small>{facts.join(' · ')}</Quiet>
  }
  const measured = present.filter((alarm) => valueAndLimit(alarm) !== null)
  if (measured.length === 0) return null
  return (
    <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', gap: { xs: '4px 12px', sm: '4px 32px' }, m: 0 }}>
      {measured.map((alarm) => (
        <Box key={alarm.id} sx={{ flex: { xs: '1 1 84px', sm: '0 0 auto' }, fontVariantNumeric: 'tabular-nums' }}>
          <Box component="dt" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
            {alarmCondition(t, alarm)}
          </Box>
          <Box component="dd" sx={{ m: 0, fontWeight: 700, lineHeight: '20px', whiteSpace: 'nowrap' }}>
            {alarm.metric && alarm.value !== null && formatMetric(alarm.metric, alarm.value)}{' '}
            <span aria-hidden>{alarm.kind === 'low' ? '↓' : '↑'}</span>
          </Box>
          {alarm.metric && alarm.limit !== null && (
            <Box component="dd" sx={{ m: 0, fontSize: '0.75rem', color: 'text.secondary' }}>
              {t('incidents.limitOf', { value: formatMetric(alarm.metric, alarm.limit) })}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  )
}
