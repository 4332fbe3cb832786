import type { Wall } from '@dalyan/contracts/wall'
import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import { visuallyHidden } from '@mui/utils'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { inServerTime } from '../../../shared/clock/server-clock.ts'
import { useFromNow, useNow } from '../../../shared/clock/use-now.ts'
import { formatDuration } from '../../../shared/format/age.ts'
import { formatLongDate, formatTime } from '../../../shared/format/date-time.ts'
import { onDemand } from '../../../shared/ui/on-demand.tsx'
import { useWakeLock } from '../../../shared/ui/use-wake-lock.ts'
import { fitTiles, SIDE_PX } from '../fit-tiles.ts'
import { wallEvents } from '../wall-events.ts'
import { tileLooks } from '../wall-looks.ts'
import { byDanger, commonPrefix, placeGroups, type ShownTank, useShownTanks } from '../wall-tanks.ts'
import { HeatTile } from '../WallTile.tsx'
import { WallEventCard } from '../WallEventCard.tsx'
import '../wall-words.ts'

const MOST_EVENTS = 5
/** An event, and what stands above and below all of them. */
const EVENT_PX = 140
const SIDE_REST_PX = 240
/** Without an answer for so long the screen says so. */
const LOST_AFTER_MS = 15_000
const HIDE_POINTER_AFTER_MS = 3_000
const SHIFT_EVERY_MS = 10 * 60_000
const SHIFT_PX = 2

interface Props {
  /** Undefined until the first answer. */
  wall: Wall | undefined
  /** When the newest answer arrived, by this machine's clock in epoch milliseconds; 0: none yet. */
  answeredAt: number
  /** Whose plan is shown instead of tiles, as in the address. */
  plan?: string | undefined
  /** Of a display link, on a screen without a session. */
  secret?: string | undefined
}

const PlanBoard = onDemand(async () => (await import('../plan/PlanBoard.tsx')).PlanBoard)

/** The overview for a screen on a wall, read from four metres: every tank, what is wrong, and since when the server has not answered. */
export function WallDisplay({ wall, answeredAt, plan, secret }: Props) {
  const { t } = useTranslation()
  const shift = useFromNow((now) => Math.floor(now / SHIFT_EVERY_MS) % 2) * SHIFT_PX
  useWakeLock()
  const isPointerHidden = useHiddenPointer()
  const [width, height] = useScreen()
  const all = useShownTanks(wall?.tanks)
  const worstFirst = byDanger(all)
  const { scale, columns, capacity } = fitTiles(
    worstFirst.map(({ tank }) => tank.place),
    width,
    height,
  )
  const shown = all.length > capacity ? worstFirst.slice(0, capacity) : all
  const groups = placeGroups(wall?.places ?? [], shown)
  const tiles = (
    <>
      {groups.map(({ key, place, tanks }) => {
        const prefix = commonPrefix(tanks.map(({ tank }) => tank.code))
        const silent = tanks.filter(({ state }) => state === 'silent').length
        return (
          <Box component="section" key={key} aria-label={place ?? t('wall.noPlace')} sx={{ mb: '8px' }}>
            <Box sx={{ fontSize: 24, lineHeight: '34px', fontWeight: 600, whiteSpace: 'nowrap' }}>
              {place ?? t('wall.noPlace')}
              <Box component="span" sx={{ fontSize: 20, fontWeight: 500, color: 'text.secondary', ml: 1.5 }}>
                {silent > 0 ? t('wall.placeSilent', { n: silent, total: tanks.length }) : prefix && `${prefix}…`}
              </Box>
            </Box>
            <Box sx={{ display: 'grid', gap: '8px', gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
              {tanks.map(({ tank, state }) => (
                <HeatTile
                  key={tank.id}
                  tank={tank}
                  state={state}
                  code={tank.code.slice(prefix.length)}
                  metric="tank_temperature"
                />
              ))}
            </Box>
          </Box>
        )
      })}
      {shown.length < all.length && (
        <Box sx={{ fontSize: 22, color: 'text.secondary' }}>
          {t('wall.moreTanks', { count: all.length - shown.length })}
        </Box>
      )}
    </>
  )
  return (
    <Box
      data-display
      sx={(theme) => ({
        position: 'fixed',
        inset: 0,
        zIndex: 'drawer',
        overflow: 'hidden',
        p: '18px',
        display: 'grid',
        gap: '18px',
        gridTemplateColumns: { xs: '1fr', md: `minmax(0, 1fr) ${SIDE_PX}px` },
        gridTemplateRows: { md: 'minmax(0, 1fr)' },
        bgcolor: theme.tokens.palette.background,
        color: theme.tokens.palette.textPrimary,
        ...(isPointerHidden ? { cursor: 'none', '& *': { cursor: 'none !important' } } : {}),
        ...tileLooks(theme),
        ...displayLooks(scale),
      })}
    >
      <h1 style={visuallyHidden}>{t('wall.display')}</h1>
      {/* Shifted now and then, so that nothing burns into the screen. */}
      <Box sx={{ minWidth: 0, overflow: 'hidden' }} style={{ transform: `translate(${shift}px, ${shift}px)` }}>
        {plan === undefined ? (
          tiles
        ) : (
          <PlanBoard wall={wall} tanks={all} asked={plan} secret={secret}>
            {tiles}
          </PlanBoard>
        )}
      </Box>
      <Side wall={wall} tanks={all} answeredAt={answeredAt} most={mostEvents(height)} />
    </Box>
  )
}

interface SideProps extends Pick<Props, 'wall' | 'answeredAt'> {
  tanks: readonly ShownTank[]
  /** The events that fit. */
  most: number
}

/** Time, whether the values are live, and the worst events. */
function Side({ wall, tanks, answeredAt, most }: SideProps) {
  const { t } = useTranslation()
  const now = useNow()
  const silentFor = answeredAt === 0 ? null : now - inServerTime(answeredAt)
  const isLost = silentFor === null || silentFor > LOST_AFTER_MS
  const events = wallEvents(t, wall?.incidents ?? [], tanks, now)
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: '14px', minWidth: 0, fontSize: 22, lineHeight: '28px' }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 2 }}>
        <Box
          component="time"
          sx={{ fontSize: 64, lineHeight: '72px', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
        >
          {formatTime(now)}
        </Box>
        <Box sx={{ textAlign: 'end', color: 'text.secondary' }}>{formatLongDate(now)}</Box>
      </Box>
      <Box role="status" data-lost={isLost || undefined} sx={isLost ? lostLook : { color: 'text.secondary' }}>
        {silentFor === null
          ? t('wall.loading')
          : t(isLost ? 'wall.lost' : 'wall.alive', { age: formatDuration(silentFor) })}
        {isLost && wall && (
          <Box sx={{ fontSize: 20 }}>{t('wall.dataOf', { time: formatTime(serverNow() - (silentFor ?? 0)) })}</Box>
        )}
      </Box>
      {events.slice(0, most).map((event) => (
        <WallEventCard key={event.key} event={event} />
      ))}
      {events.length > most && <Box>{t('wall.moreEvents', { count: events.length - most })}</Box>}
      {wall && events.length === 0 && !isLost && (
        <Box sx={{ fontSize: 34, lineHeight: '42px', fontWeight: 600 }}>
          {t(tanks.length === 0 ? 'wall.empty.title' : 'wall.calm')}
        </Box>
      )}
      {wall && tanks.length > 0 && (
        <Box sx={{ mt: 'auto', color: 'text.secondary' }}>
          {t('alarms.watch.watched', { watched: wall.watch.watched, total: wall.watch.total })}
        </Box>
      )}
    </Box>
  )
}

const lostLook = ({ tokens: { alarm } }: Theme) => ({
  p: '10px 14px',
  borderRadius: '8px',
  fontSize: 30,
  lineHeight: '38px',
  fontWeight: 700,
  bgcolor: alarm.critical_unack.fill,
  color: alarm.critical_unack.text,
})

const mostEvents = (height: number) =>
  Math.min(MOST_EVENTS, Math.max(1, Math.floor((height - SIDE_REST_PX) / EVENT_PX)))

/** The fields of a phone, so large that they are read from afar. */
function displayLooks(scale: number) {
  const px = (n: number) => `${Math.round(n * scale)}px`
  return {
    // Twice, to go before the looks of the phone.
    '& .heat.heat': {
      height: px(119),
      borderRadius: '10px',
      '& .head': { fontSize: px(28), lineHeight: px(34), gap: '6px', fontWeight: 600 },
      '& .icon': { fontSize: px(28) },
      '& .value': { fontSize: px(48), lineHeight: px(56) },
      '& .unit': { fontSize: px(28) },
      '& .name': { fontSize: px(28), lineHeight: px(30) },
      '& .bar': { display: 'none' },
      '& .name ~ .value': { fontSize: px(42), lineHeight: px(44), letterSpacing: 0 },
      '& .unit + .value:has(.arrow)': { fontSize: px(36) },
      '& .name ~ .value:has(.arrow)': { fontSize: px(40), letterSpacing: px(-1) },
      '&[data-state=suspended] .value, & .note': { fontSize: px(36) },
    },
  }
}

/** Whether the pointer rested long enough to be hidden. */
function useHiddenPointer(): boolean {
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    let timer = setTimeout(() => setHidden(true), HIDE_POINTER_AFTER_MS)
    const show = () => {
      setHidden(false)
      clearTimeout(timer)
      timer = setTimeout(() => setHidden(true), HIDE_POINTER_AFTER_MS)
    }
    window.addEventListener('pointermove', show)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pointermove', show)
    }
  }, [])
  return isHidden
}

const screenSize = () => `${window.innerWidth}x${window.innerHeight}`

/** Width and height of the window in pixels. */
function useScreen(): [number, number] {
  const size = useSyncExternalStore((onChange) => {
    window.addEventListener('resize', onChange)
    return () => window.removeEventListener('resize', onChange)
  }, screenSize)
  const [width = 0, height = 0] = size.split('x').map(Number)
  return [width, height]
}
