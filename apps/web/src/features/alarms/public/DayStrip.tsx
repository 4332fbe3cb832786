import type { Now, TankDay } from '@dalyan/contracts/home'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import useMediaQuery from '@mui/material/useMediaQuery'
import { createLink } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../shared/format/date-time.ts'
import type { ThemeTokens } from '../../../shared/theme/tokens.ts'
import { Quiet } from '../../../shared/ui/Quiet.tsx'

/** A span of time, and what happened in it on each tank. */
type Day = Now['day']
type DaySpanKind = TankDay['spans'][number]['kind']
type StripTheme = { tokens: ThemeTokens }

const LineLink = createLink(ButtonBase)

const LABEL_WIDTH = 76
const LABEL = {
  width: LABEL_WIDTH,
  flexShrink: 0,
  pr: 1,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontSize: '0.6875rem',
  fontWeight: 500,
} as const
/** The height of a row: of a line without events, of a link on a screen with a mouse, and of a target for a finger. */
const ROW = { line: 11, link: 16, target: 24 }
/** A span of a few seconds must be seen. */
const LEAST_WIDTH = '3px'
const HOUR_SECONDS = 3_600
const TICKS = 4

/** From the gravest on. */
export const SPAN_KINDS = ['critical', 'warning', 'info', 'silent'] as const

/** A state has its own height and pattern, so that colour alone does not distinguish it. */
const LOOK: Record<DaySpanKind, (theme: StripTheme) => object> = {
  critical: ({ tokens: { alarm } }) => ({ height: '100%', bgcolor: alarm.critical_unack.border }),
  warning: ({ tokens: { alarm } }) => ({ height: '60%', bgcolor: alarm.warning_unack.border }),
  info: ({ tokens: { alarm } }) => ({ height: '30%', bgcolor: alarm.info_unack.border }),
  silent: ({ tokens: { palette } }) => ({
    height: '100%',
    background: `repeating-linear-gradient(135deg, ${palette.textSecondary} 0 2px, transparent 2px 5px)`,
    border: `1px solid ${palette.textSecondary}`,
  }),
}

/** One line for each tank over the hours of the strip: what was out of range, and for how long a terminal was silent. */
export function DayStrip({ day }: { day: Day }) {
  const { t } = useTranslation()
  const isNarrow = useMediaQuery('(max-width: 899.95px)')
  const [showsAll, setShowsAll] = useState(false)
  const eventful = day.tanks.filter(({ spans }) => spans.length > 0)
  const shown = isNarrow && !showsAll ? eventful : day.tanks
  const hidden = day.tanks.length - shown.length
  const isAnyKnown = day.quiet > 0 || !day.tanks.every(isUnknown)
  const quiet =
    day.quiet + (hidden === 0 ? 0 : day.tanks.filter((tank) => tank.spans.length === 0 && !isUnknown(tank)).length)
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Legend
        kinds={SPAN_KINDS.filter((kind) => eventful.some(({ spans }) => spans.some((span) => span.kind === kind)))}
      />
      {eventful.length === 0 && <Quiet>{calmText(t, day, isAnyKnown)}</Quiet>}
      {shown.length > 0 && (
        <Box component="ol" onKeyDown={moveByArrows} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {shown.map((tank) => (
            <li key={tank.id}>
              <TankLine tank={tank} day={day} />
            </li>
          ))}
        </Box>
      )}
      {shown.length > 0 && <TimeAxis day={day} />}
      {quiet + day.unknown > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          {quiet > 0 && <Quiet small>{t('home.now.quiet', { count: quiet })}</Quiet>}
          {day.unknown > 0 && isAnyKnown && <Quiet small>{t('home.now.unknown', { count: day.unknown })}</Quiet>}
          {hidden > 0 && (
            <Button size="small" onClick={() => setShowsAll(true)}>
              {t('home.now.showAll', { count: day.tanks.length })}
            </Button>
          )}
        </Box>
      )}
    </Box>
  )
}

/** Nothing is known of a tank that never reported. */
const isUnknown = ({ spans, has_reported }: TankDay): boolean => spans.length === 0 && !has_reported

/** What is said of a day without an event: only of tanks that reported it is known that there was none. */
function calmText(t: TFunction, { tanks, quiet, unknown }: Day, isAnyKnown: boolean): string {
  if (tanks.length + quiet + unknown === 0) return t('alarms.watch.none')
  if (!isAnyKnown) return t('home.now.dayUnknown')
  return t(unknown > 0 ? 'home.now.dayQuietKnown' : 'home.now.dayQuiet')
}

/** A line with events is a link to the tank's charts of that time. */
function TankLine({ tank, day }: { tank: TankDay; day: Day }) {
  const { t } = useTranslation()
  const isEventful = tank.spans.length > 0
  const line = (
    <SpanLine label={isEventful && <span lang="en">{tank.code}</span>} spans={tank.spans} seconds={secondsOf(day)} />
  )
  const look = { display: 'flex', alignItems: 'center', color: 'inherit', textDecoration: 'none' }
  if (isUnknown(tank)) return <UnknownLine code={tank.code} />
  if (!isEventful) return <Box sx={{ ...look, height: ROW.line }}>{line}</Box>
  const name = `${tank.code}: ${tank.spans.map((span) => spanText(t, span, day)).join(', ')}`
  return (
    <LineLink
      to="/tanks/$id"
      params={{ id: String(tank.id) }}
      search={{ tab: 'charts' }}
      aria-label={name}
      title={name}
      sx={({ tokens: { palette } }) => ({
        ...look,
        width: '100%',
        font: 'inherit',
        textAlign: 'start',
        height: { xs: ROW.target, md: ROW.link },
        '&:hover': { bgcolor: palette.hoverRow },
      })}
    >
      {line}
    </LineLink>
  )
}

/** In place of a line on which nothing would look like a calm day. */
function UnknownLine({ code }: { code: string }) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', height: ROW.link, fontSize: '0.6875rem' }}>
      <Box component="span" lang="en" sx={LABEL}>
        {code}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {t('home.now.neverReported')}
      </Box>
    </Box>
  )
}

interface LineProps {
  label: ReactNode
  spans: TankDay['spans']
  /** The length of the line in seconds. */
  seconds: number
  /** Marks on the line, positioned by themselves. */
  children?: ReactNode
}

/** A label, and spans on a line beside it. */
export function SpanLine({ label, spans, seconds, children }: LineProps) {
  return (
    <>
      <Box component="span" sx={LABEL}>
        {label}
      </Box>
      <Box
        component="span"
        sx={({ tokens: { palette } }) => ({
          position: 'relative',
          flex: 1,
          alignSelf: 'stretch',
          // The line on which the spans lie.
          background: `linear-gradient(${palette.divider}, ${palette.divider}) 0 50% / 100% 1px no-repeat`,
        })}
      >
        {spans.map(({ from, to, kind }) => (
          <Box
            component="span"
            key={`${kind}${from}`}
            data-kind={kind}
            sx={[
              { position: 'absolute', top: '50%', transform: 'translateY(-50%)', minWidth: LEAST_WIDTH },
              { insetInlineStart: `${(from / seconds) * 100}%`, width: `${((to - from) / seconds) * 100}%` },
              LOOK[kind],
            ]}
          />
        ))}
        {children}
      </Box>
    </>
  )
}

/** The length of a span of time. */
export const secondsOf = ({ from, to }: Pick<Day, 'from' | 'to'>): number => (Date.parse(to) - Date.parse(from)) / 1_000

/** `kritik 02:40 – 02:58`; a span that has not ended says so. */
function spanText(t: TFunction, { from, to, kind }: TankDay['spans'][number], day: Day): string {
  const at = (seconds: number) => formatTime(Date.parse(day.from) + seconds * 1_000)
  const end = to >= secondsOf(day) - 1 ? t('home.now.still') : at(to)
  return t('home.now.span', { kind: t(`home.now.kinds.${kind}`), from: at(from), to: end })
}

/** The full hours below the lines. */
export function TimeAxis({ day }: { day: Pick<Day, 'from' | 'to'> }) {
  const start = Date.parse(day.from)
  const total = secondsOf(day) * 1_000
  const step = Math.max(1, Math.round(total / TICKS / (HOUR_SECONDS * 1_000))) * HOUR_SECONDS * 1_000
  // Turkey's time zone differs from UTC by whole hours, so that full hours of both are the same.
  const first = Math.ceil(start / (HOUR_SECONDS * 1_000)) * HOUR_SECONDS * 1_000
  const ticks = Array.from(
    { length: Math.floor((start + total - first) / step) + 1 },
    (_, index) => first + index * step,
  )
  return (
    <Box aria-hidden sx={{ position: 'relative', height: 16, ml: `${LABEL_WIDTH}px`, fontSize: '0.6875rem' }}>
      {ticks.map((tick) => {
        const share = (tick - start) / total
        return (
          <Box
            component="span"
            key={tick}
            sx={{
              position: 'absolute',
              insetInlineStart: `${share * 100}%`,
              // The first and the last label stay inside.
              transform: share < 0.05 ? 'none' : share > 0.95 ? 'translateX(-100%)' : 'translateX(-50%)',
              color: 'text.secondary',
            }}
          >
            {formatTime(tick)}
          </Box>
        )
      })}
    </Box>
  )
}

function Legend({ kinds }: { kinds: readonly DaySpanKind[] }) {
  const { t } = useTranslation()
  return (
    <Box
      aria-hidden
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, fontSize: '0.75rem', color: 'text.secondary' }}
    >
      {kinds.map((kind) => (
        <Box component="span" key={kind} sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
          <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', width: 16, height: 11 }}>
            <Box component="span" sx={[{ width: '100%' }, LOOK[kind]]} />
          </Box>
          {t(`home.now.kinds.${kind}`)}
        </Box>
      ))}
    </Box>
  )
}

/** The arrow keys move between the lines that are links. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const links = [...event.currentTarget.querySelectorAll('a')]
  const next = links[links.indexOf(event.target as HTMLAnchorElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
