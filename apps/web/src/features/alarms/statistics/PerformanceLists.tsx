import type { AlarmFlood, AlarmPerformance, AlarmSubject, StaleAlarm } from '@dalyan/contracts/alarm-performance'
import { PERFORMANCE } from '@dalyan/contracts/alarm-words'
import {
  mdiBellRing,
  mdiCheckCircle,
  mdiFormatListNumbered,
  mdiLightbulbOnOutline,
  mdiTimerSand,
  mdiWaves,
} from '@mdi/js'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type OpenTimeRange, toLocal } from '../../../shared/charts/time-range.ts'
import { formatLength, formatStep } from '../../../shared/format/age.ts'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { formatNumber } from '../../../shared/format/number.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { RouterLink } from '../../../shared/ui/links.tsx'
import { TitledCard } from '../../../shared/ui/PageSection.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { TankLink } from '../../records/public/TankLink.tsx'
import type { AlarmSearch } from '../alarm-search.ts'
import { alarmCondition, SEVERITY_ICON } from '../public/alarm-look.ts'
import { type Advice, shareText } from './performance-advice.ts'
import { ShareBar } from './ShareBar.tsx'

/** What to do about a figure; nothing where it needs nothing. */
export function AdviceList({ advice }: { advice: readonly Advice[] }) {
  const { t } = useTranslation()
  return advice.map((each) => (
    <Box
      key={each}
      sx={({ tokens: { palette } }) => ({
        display: 'flex',
        alignItems: 'flex-start',
        gap: 1,
        mt: 1.5,
        px: 1.5,
        py: 1,
        borderRadius: 1,
        borderLeft: `4px solid ${palette.primary.text}`,
        bgcolor: palette.surfaceVariant,
      })}
    >
      <Icon path={mdiLightbulbOnOutline} sx={{ fontSize: 20, mt: '2px' }} />
      <span>
        <b>{t('alarmPerformance.suggestion')}</b> {t(`alarmPerformance.advice.${each}`)}
      </span>
    </Box>
  ))
}

/** Says that there is no problem; only for figures of a window with data. */
export function Nothing({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Icon path={mdiCheckCircle} sx={({ tokens }) => ({ fontSize: 20, color: tokens.palette.success.text })} />
      {children}
    </Box>
  )
}

interface ListProps {
  performance: AlarmPerformance
  advice: readonly Advice[]
  /** For the links to the history. */
  window: OpenTimeRange
}

/** The alarms that occurred most often, with their share of all. */
export function FrequentCard({ performance: { frequent, raised }, advice, window }: ListProps) {
  const { t } = useTranslation()
  const listed = frequent.reduce((sum, each) => sum + each.raised, 0)
  return (
    <TitledCard icon={mdiFormatListNumbered} title={t('alarmPerformance.frequent.title')}>
      {frequent.length === 0 ? (
        <Nothing>{t('alarmPerformance.frequent.none')}</Nothing>
      ) : (
        <>
          <Quiet small>{t('alarmPerformance.frequent.share', { share: shareText(listed / raised) })}</Quiet>
          <Lines>
            {frequent.map((each) => (
              <SubjectLine
                key={keyOf(each)}
                alarm={each}
                window={window}
                share={each.raised / (frequent[0]?.raised ?? 1)}
              >
                {t('alarmPerformance.frequent.times', {
                  count: each.raised,
                  n: formatNumber(each.raised),
                  share: shareText(each.raised / raised),
                })}
              </SubjectLine>
            ))}
          </Lines>
        </>
      )}
      <AdviceList advice={advice} />
    </TitledCard>
  )
}

/** The alarms that occurred several times within some minutes. */
export function ChatteringCard({ performance: { chattering }, advice, window }: ListProps) {
  const { t } = useTranslation()
  const { chatteringMinutes: minutes, chatteringTimes: times } = PERFORMANCE
  return (
    <TitledCard icon={mdiBellRing} title={t('alarmPerformance.chattering.title')}>
      {chattering.total === 0 && <Nothing>{t('alarmPerformance.chattering.none')}</Nothing>}
      <Quiet small>{t('alarmPerformance.chattering.definition', { minutes, times })}</Quiet>
      <Lines>
        {chattering.data.map((each) => (
          <SubjectLine key={keyOf(each)} alarm={each} window={window}>
            {t('alarmPerformance.chattering.times', {
              count: each.raised,
              n: formatNumber(each.raised),
              times,
              time: formatStep(each.shortest_seconds * 1000),
            })}
          </SubjectLine>
        ))}
      </Lines>
      <Listed total={chattering.total} shown={chattering.data.length} />
      <AdviceList advice={advice} />
    </TitledCard>
  )
}

/** The alarms that were active for more than a day. */
export function StaleCard({ performance: { stale, to }, advice, window }: ListProps) {
  const { t } = useTranslation()
  const { staleHours: hours } = PERFORMANCE
  return (
    <TitledCard icon={mdiTimerSand} title={t('alarmPerformance.stale.title')}>
      {stale.total === 0 ? (
        <Nothing>{t('alarmPerformance.stale.none', { hours })}</Nothing>
      ) : (
        <Quiet small>
          {t('alarmPerformance.stale.definition', { hours })}{' '}
          {t('alarmPerformance.stale.total', {
            count: stale.total,
            n: formatNumber(stale.total),
            active: formatNumber(stale.active),
          })}
        </Quiet>
      )}
      <Lines>
        {stale.data.map((each) => (
          <SubjectLine
            key={`${keyOf(each)} ${each.raised_at}`}
            alarm={each}
            window={window}
            note={<StaleNote alarm={each} />}
          >
            {t(isActiveAt(each, to) ? 'alarmPerformance.stale.active' : 'alarmPerformance.stale.over', {
              time: formatLength(lengthUntil(each, to)),
            })}
          </SubjectLine>
        ))}
      </Lines>
      <Listed total={stale.total} shown={stale.data.length} />
      <AdviceList advice={advice} />
    </TitledCard>
  )
}

const isActiveAt = ({ cleared_at }: StaleAlarm, to: string) => cleared_at === null || cleared_at > to

/** In milliseconds, at most to the end of the window. */
function lengthUntil({ raised_at, cleared_at }: StaleAlarm, to: string): number {
  return Date.parse(cleared_at === null || cleared_at > to ? to : cleared_at) - Date.parse(raised_at)
}

function StaleNote({ alarm: { severity, raised_at, is_shelved } }: { alarm: StaleAlarm }) {
  const { t } = useTranslation()
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5, color: 'text.secondary' }}>
      <Icon path={SEVERITY_ICON[severity]} sx={{ fontSize: 16, mt: '2px' }} />
      {[
        t(`alarms.severity.${severity}`),
        t('alarmPerformance.stale.began', { time: formatDateTime(raised_at) }),
        ...(is_shelved ? [t('alarmPerformance.stale.shelved')] : []),
      ].join(' · ')}
    </Box>
  )
}

interface FloodProps {
  performance: AlarmPerformance
  advice: readonly Advice[]
  /** The time evaluated. */
  seconds: number
}

/** The periods with more alarms than an operator can handle. */
export function FloodCard({ performance: { floods }, advice, seconds }: FloodProps) {
  const { t } = useTranslation()
  const { floodAlarms: alarms, floodMinutes: minutes } = PERFORMANCE
  return (
    <TitledCard icon={mdiWaves} title={t('alarmPerformance.flood.title')}>
      {floods.total === 0 ? (
        <Nothing>{t('alarmPerformance.flood.none')}</Nothing>
      ) : (
        <b>
          {t('alarmPerformance.flood.total', {
            count: floods.total,
            n: formatNumber(floods.total),
            time: formatLength(floods.seconds * 1000),
            share: shareText(Math.min(1, floods.seconds / seconds)),
          })}
        </b>
      )}
      <Quiet small>{t('alarmPerformance.flood.definition', { alarms, minutes })}</Quiet>
      <Lines>
        {floods.data.map((flood) => (
          <FloodLine key={flood.from} flood={flood} />
        ))}
      </Lines>
      <Listed total={floods.total} shown={floods.data.length} />
      <AdviceList advice={advice} />
    </TitledCard>
  )
}

const MINUTE_MS = 60_000

function FloodLine({ flood: { from, to, raised, tanks, silent } }: { flood: AlarmFlood }) {
  const { t } = useTranslation()
  const time = formatDateTime(from)
  // The history has full minutes.
  const search: AlarmSearch = {
    tab: 'history',
    from: toLocal(Date.parse(from)),
    to: toLocal(Date.parse(to) + MINUTE_MS),
  }
  const facts = [
    t('alarmPerformance.flood.alarms', { count: raised, n: formatNumber(raised) }),
    t('alarmPerformance.flood.tanks', { count: tanks, n: formatNumber(tanks) }),
    ...(silent > 0 ? [t('alarmPerformance.flood.silent', { count: silent, n: formatNumber(silent) })] : []),
  ]
  return (
    <Line
      name={
        <RouterLink to="/alarms" search={search} aria-label={t('alarmPerformance.flood.history', { time })}>
          {time}
        </RouterLink>
      }
      note={
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {facts.join(', ')}
        </Box>
      }
    >
      {formatLength(Date.parse(to) - Date.parse(from))}
    </Line>
  )
}

function Lines({ children }: { children: ReactNode }) {
  return (
    <Box component="ol" sx={{ display: 'grid', gap: 1, m: 0, mt: 1, p: 0, listStyle: 'none' }}>
      {children}
    </Box>
  )
}

/** A list that does not show everything says so. */
function Listed({ total, shown }: { total: number; shown: number }) {
  const { t } = useTranslation()
  if (shown >= total) return null
  return <Quiet small>{t('alarmPerformance.listed', { total: formatNumber(total), shown: formatNumber(shown) })}</Quiet>
}

interface LineProps {
  name: ReactNode
  children: ReactNode
  note?: ReactNode
  /** The length of a bar below the line, from 0 to 1. */
  share?: number
}

function Line({ name, children, note, share }: LineProps) {
  return (
    <li>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'baseline',
          justifyContent: 'space-between',
          columnGap: 1.5,
        }}
      >
        <Box
          component="span"
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1, minWidth: 0 }}
        >
          {name}
        </Box>
        <Box component="b" sx={{ fontSize: '0.875rem', fontVariantNumeric: 'tabular-nums' }}>
          {children}
        </Box>
      </Box>
      {note && <Box sx={{ fontSize: '0.875rem' }}>{note}</Box>}
      {share !== undefined && <ShareBar share={share} />}
    </li>
  )
}

interface SubjectLineProps extends Omit<LineProps, 'name'> {
  alarm: AlarmSubject
  window: OpenTimeRange
}

/** A tank and what is wrong with it, linked to its alarms of the window. */
function SubjectLine({ alarm, window, ...line }: SubjectLineProps) {
  const { t } = useTranslation()
  const { tank, metric } = alarm
  const condition = alarmCondition(t, alarm)
  const search: AlarmSearch = {
    tab: 'history',
    tank: tank.id,
    ...window,
    ...(metric === null ? {} : { metric: [metric] }),
  }
  return (
    <Line
      {...line}
      name={
        <>
          <TankLink tank={tank} />
          <RouterLink
            to="/alarms"
            search={search}
            aria-label={t('alarmPerformance.subject', { tank: tank.code, condition })}
            sx={{ py: 0.5 }}
          >
            {condition}
          </RouterLink>
        </>
      }
    />
  )
}

const keyOf = ({ tank, iot, metric, kind }: AlarmSubject) => `${tank.id} ${iot?.id} ${metric} ${kind}`
