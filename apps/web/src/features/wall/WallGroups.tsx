import type { MetricKey } from '@dalyan/contracts/metrics'
import type { Wall } from '@dalyan/contracts/wall'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MetricChips } from './MetricChips.tsx'
import { placeSilence, SilenceChip } from './SilenceChip.tsx'
import { useOpenTank } from './use-open-tank.ts'
import { useTileKeys } from './use-tile-keys.ts'
import { tileLooks } from './wall-looks.ts'
import type { WallSearch } from './wall-search.ts'
import {
  byDanger,
  commonPrefix,
  DANGER_GROUPS,
  type DangerGroup,
  isOutOfRange,
  placeGroups,
  type ShownTank,
} from './wall-tanks.ts'
import { HeatTile, WallTile } from './WallTile.tsx'

/** A short code up to this length fits six times into the width of a phone. */
const SHORT_CODE = 5

interface Props {
  wall: Wall
  tanks: readonly ShownTank[]
  view: WallSearch
  hasAge: boolean
}

/** The tiles, by place or by danger; small fields on a phone. */
export function WallGroups({ wall, tanks, view, hasAge }: Props) {
  const grid = useRef<HTMLDivElement>(null)
  const keys = useTileKeys(grid)
  const open = useOpenTank()
  const isPhone = useMediaQuery('(max-width:599px)', { noSsr: true })
  const [metric, setMetric] = useState<MetricKey>('tank_temperature')
  const held = useHeldOrder(tanks, view.v === 'danger')
  const groups = view.v === 'danger' ? dangerGroups(held.tanks) : placeGroups(wall.places, tanks)
  return (
    <>
      {isPhone && <MetricChips tanks={tanks} chosen={metric} onChoose={setMetric} />}
      <Box
        ref={grid}
        {...keys}
        {...held.handlers}
        onClick={open}
        style={view.v === 'danger' ? undefined : rowCounts(groups)}
        sx={tileLooks}
      >
        {groups.map(({ key, ...group }) => (
          <TileGroup key={key} {...group} wall={wall} isPhone={isPhone} metric={metric} hasAge={hasAge} />
        ))}
      </Box>
    </>
  )
}

/** For the height of the tiles by place: how many heads there are, and how many rows of tiles by the number of columns. */
function rowCounts(groups: readonly TileGroup[]): Record<`--${string}`, number> {
  const rows = (columns: number) => groups.reduce((sum, { tanks }) => sum + Math.ceil(tanks.length / columns), 0)
  return { '--heads': groups.length, '--rows-6': rows(6), '--rows-9': rows(9), '--rows-12': rows(12) }
}

interface TileGroup {
  key: string
  /** The name of a place, null: tanks without a place; or a group by danger. */
  place?: string | null
  danger?: DangerGroup
  tanks: readonly ShownTank[]
}

function dangerGroups(tanks: readonly ShownTank[]): TileGroup[] {
  return (Object.keys(DANGER_GROUPS) as DangerGroup[]).flatMap((danger) => {
    const states: readonly string[] = DANGER_GROUPS[danger]
    const of = tanks.filter(({ state }) => states.includes(state))
    return of.length === 0 ? [] : { key: danger, danger, tanks: byDanger(of) }
  })
}

/** The tanks in the states that decide their groups; while the pointer or the focus is among the tiles none changes its group or place. */
function useHeldOrder(tanks: readonly ShownTank[], isOrdered: boolean) {
  const [held, setHeld] = useState<ReadonlyMap<number, ShownTank['state']> | null>(null)
  const hold = () => {
    if (isOrdered) setHeld((before) => before ?? new Map(tanks.map(({ tank, state }) => [tank.id, state])))
  }
  const release = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    requestAnimationFrame(() => {
      if (!currentTarget.matches(':hover, :focus-within')) setHeld(null)
    })
  }
  const states = isOrdered ? held : null
  return {
    tanks: states ? tanks.map((one) => ({ ...one, state: states.get(one.tank.id) ?? one.state })) : tanks,
    handlers: { onPointerEnter: hold, onFocusCapture: hold, onPointerLeave: release, onBlur: release },
  }
}

interface GroupProps extends Omit<TileGroup, 'key'> {
  wall: Wall
  isPhone: boolean
  metric: MetricKey
  hasAge: boolean
}

function TileGroup({ place, danger, tanks, wall, isPhone, metric, hasAge }: GroupProps) {
  const id = useId()
  const isBig = danger === 'look' || danger === 'doubt'
  const isSmall = isPhone || (danger !== undefined && !isBig)
  const prefix = isSmall ? commonPrefix(tanks.map(({ tank }) => tank.code)) : ''
  const longest = Math.max(...tanks.map(({ tank }) => tank.code.length - prefix.length))
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ mt: 1, contentVisibility: 'auto', containIntrinsicSize: 'auto 400px' }}
    >
      <GroupHead id={id} place={place} danger={danger} tanks={tanks} wall={wall} prefix={prefix} />
      <Box sx={{ display: 'grid', ...columnsOf(isSmall, isPhone, isBig, longest) }}>
        {tanks.map(({ tank, state }) =>
          isSmall ? (
            <HeatTile key={tank.id} tank={tank} state={state} code={tank.code.slice(prefix.length)} metric={metric} />
          ) : (
            <WallTile key={tank.id} tank={tank} state={state} isBig={isBig} hasAge={hasAge} />
          ),
        )}
      </Box>
    </Box>
  )
}

function columnsOf(isSmall: boolean, isPhone: boolean, isBig: boolean, longest: number) {
  const columns = (n: number) => `repeat(${n}, minmax(0, 1fr))`
  if (isPhone) return { gap: '5px', gridTemplateColumns: columns(longest > SHORT_CODE ? 4 : 6) }
  if (isSmall) return { gap: '6px', gridTemplateColumns: { xs: columns(7), md: columns(10), lg: columns(14) } }
  if (isBig) return { gap: '8px', gridTemplateColumns: { xs: columns(2), md: columns(3), lg: columns(5) } }
  return {
    gap: '6px',
    gridTemplateColumns: columns(6),
    '@media (max-width:899px)': { gridTemplateColumns: columns(4) },
    '@media (min-width:1200px)': { gridTemplateColumns: columns(9) },
    '@media (min-width:1701px)': { gridTemplateColumns: columns(12) },
  }
}

interface HeadProps extends Pick<TileGroup, 'tanks'> {
  place: string | null | undefined
  danger: DangerGroup | undefined
  id: string
  wall: Wall
  prefix: string
}

/** The name of a group, and what concerns many of its tanks. */
function GroupHead({ id, place, danger, tanks, wall, prefix }: HeadProps) {
  const { t } = useTranslation()
  const out = tanks.filter(isOutOfRange).length
  const silence = place === undefined ? null : placeSilence(wall, place, tanks)
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        columnGap: 1.25,
        minHeight: 26,
        flexWrap: 'wrap',
        fontSize: '0.8125rem',
      }}
    >
      <Typography component="h2" id={id} sx={{ fontSize: '0.875rem', lineHeight: '20px', fontWeight: 600 }}>
        {danger ? t(`wall.group.${danger}`) : (place ?? t('wall.noPlace'))}
      </Typography>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {danger ? tanks.length : t('wall.tanks', { count: tanks.length })}
        {prefix && ` · ${prefix}…`}
      </Box>
      {silence && <SilenceChip silence={silence} />}
      {silence?.isOutage && <b>{t('wall.outage')}</b>}
      {place !== undefined && out > 0 && <b>{t('wall.placeOut', { count: out })}</b>}
    </Box>
  )
}
