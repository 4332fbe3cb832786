import { mdiTrendingDown } from '@mdi/js'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { type MetricKey, metricOf, METRICS } from '@dalyan/contracts/metrics'
import type { TFunction } from 'i18next'
import { type CSSProperties, memo, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Sparkline } from '../../shared/charts/Sparkline.tsx'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { useFromNow } from '../../shared/clock/use-now.ts'
import { formatDuration } from '../../shared/format/age.ts'
import { formatMetric, metricText, unitAround } from '../../shared/format/number.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useSeen } from '../../shared/ui/use-near.ts'
import { forewarningText, withinText } from '../forewarnings/public/forewarning-words.ts'
import { STATE_ICON } from './public/state-icons.ts'
import { isUnknownNow, isAlarmed, type ShownTank, sideOutside, slotsOf } from './wall-tanks.ts'

interface Props extends ShownTank {
  isBig?: boolean
  /** Shows the age of every tank's values, as while the connection is lost. */
  hasAge?: boolean
}

/** A tank of the overview: code, two values, and the last six hours inside their limits. */
export const WallTile = memo(function WallTile({ tank, state, isBig = false, hasAge = false }: Props) {
  const { t } = useTranslation()
  const { spark } = tank
  return (
    <TileFrame className={isBig ? 'tile big' : 'tile'} tank={tank} state={state}>
      <span className="head">
        <span className="code">{tank.code}</span>
        <TileNote tank={tank} state={state} hasAge={hasAge} />
        <StateIcon state={state} tank={tank} />
      </span>
      {state === 'suspended' ? (
        <span className="value">{stateWord(t, { tank, state })}</span>
      ) : (
        <TileValues tank={tank} />
      )}
      {spark && state !== 'suspended' && (
        <Sparkline
          min={spark.min}
          max={spark.max}
          limits={tank.limits[spark.metric] ?? null}
          fits={isAlarmed(state) || tank.values[spark.metric]?.out === true}
          isCut={state === 'silent'}
        />
      )}
    </TileFrame>
  )
})

interface HeatProps extends ShownTank {
  /** The code without what it shares with its neighbours. */
  code: string
  /** The chosen metric; an alarmed tank shows the one that is wrong. */
  metric: MetricKey
}

/** A tank as a small field: short code, one value, and where it lies between its limits. */
export const HeatTile = memo(function HeatTile({ tank, state, code, metric }: HeatProps) {
  const shown = shownMetric({ tank, state }, metric)
  const value = shown && tank.values[shown]
  const range = shown && tank.limits[shown]
  const isSilent = state === 'silent' && !value?.out
  const share =
    value && range && range.min !== null && range.max !== null && !isAlarmed(state) && state !== 'suspended'
      ? Math.min(1, Math.max(0, (value.value - range.min) / (range.max - range.min)))
      : null
  return (
    <TileFrame className="heat" tank={tank} state={state}>
      <span className="head">
        <span className="code">{code}</span>
        <StateIcon state={state} tank={tank} />
      </span>
      <FieldValue tank={tank} state={state} metric={metric} />
      {share !== null && !isSilent && (
        <span className="bar">
          <i style={{ left: `${Math.round(share * 100)}%` }} />
        </span>
      )}
    </TileFrame>
  )
})

/** A tank that is out of range shows the metric that is wrong. */
export function shownMetric({ tank, state }: ShownTank, chosen: MetricKey): MetricKey | null {
  return isAlarmed(state) || (tank.lead !== null && tank.values[tank.lead]?.out) ? tank.lead : chosen
}

/** What a small field says of a tank: a value, how long it has been silent, or the word of its state. */
export function FieldValue({ tank, state, metric, hasName = true }: Omit<HeatProps, 'code'> & { hasName?: boolean }) {
  const { t } = useTranslation()
  const shown = shownMetric({ tank, state }, metric)
  const value = shown && tank.values[shown]
  if (state === 'silent' && !value?.out) {
    return (
      <span className="value">
        <TileNote tank={tank} state={state} />
      </span>
    )
  }
  if (state === 'suspended') return <span className="value">{stateWord(t, { tank, state })}</span>
  if (!shown || !value) return <span className="value">—</span>
  return <HeatValue tank={tank} metric={shown} isChosen={!hasName || shown === metric} hasArrow={!isAlarmed(state)} />
}

interface FrameProps extends ShownTank {
  className: string
  style?: CSSProperties
  children: ReactNode
}

/** What the look of a tile follows. */
export function tileAttributes({ tank, state }: ShownTank) {
  return {
    'data-tank': tank.code,
    'data-state': state,
    ...(tank.acknowledged ? { 'data-ack': '' } : {}),
    ...(tank.lead !== null && tank.values[tank.lead]?.out ? { 'data-out': tank.critical ? 'crit' : '' } : {}),
  }
}

/** The link of a tile, with its name for screen readers. What it holds is drawn once it comes near the screen. */
export function TileFrame({ className, style, tank, state, children }: FrameProps) {
  const { t } = useTranslation()
  const link = useRef<HTMLAnchorElement>(null)
  const isSeen = useSeen(link)
  return (
    <a
      ref={link}
      href={`/tanks/${tank.id}`}
      className={className}
      style={style}
      tabIndex={-1}
      {...tileAttributes({ tank, state })}
    >
      {/* The name is text, not a label: what is seen is shorter, and would have to be part of a label. */}
      <span style={visuallyHidden}>{tileName(t, { tank, state })}</span>
      {isSeen && (
        <span aria-hidden style={{ display: 'contents' }}>
          {children}
        </span>
      )}
    </a>
  )
}

export function StateIcon({ state, tank }: Pick<ShownTank, 'state'> & Partial<Pick<ShownTank, 'tank'>>) {
  const path = state === 'fore' && tank?.forewarning?.kind === 'low' ? mdiTrendingDown : STATE_ICON[state]
  const isSilentCritical = state === 'silent' && tank?.critical
  return (
    <>
      {isSilentCritical && <Icon className="icon" path={STATE_ICON.crit ?? ''} fontSize="inherit" />}
      {path && <Icon className="icon" path={path} fontSize="inherit" />}
    </>
  )
}

interface ValueProps extends Pick<ShownTank, 'tank'> {
  metric: MetricKey
}

const UNITS = METRICS.map(({ unit }) => unit)
/** The metrics that a unit alone does not identify. °C without a name is that of the tank. */
const NAMED = new Set(
  METRICS.filter(
    ({ key, unit }) => key !== 'tank_temperature' && (unit === '' || UNITS.indexOf(unit) !== UNITS.lastIndexOf(unit)),
  ).map(({ key }) => key),
)

/** What stands after a value or below it: `mg/l`, or `Ortam °C` where the unit does not say which metric it is; empty after `‰36,5`. */
export function unitOrName(t: TFunction, metric: MetricKey): string {
  return NAMED.has(metric) ? t(`measurements.short.${metric}`) : unitAround(metricOf(metric).unit).suffix
}

/** So many characters of a tile's values and units fit beside each other in their usual size. */
const MOST_CHARACTERS = 13

/** Values with their units, or with the names of metrics that a unit does not identify; an arrow shows on which side one is out of range. */
function TileValues({ tank }: Pick<ShownTank, 'tank'>) {
  const { t } = useTranslation()
  const values = slotsOf(tank).flatMap((metric) => {
    const text = valueText(tank, metric)
    return text ? [{ metric, ...text, after: unitOrName(t, metric) }] : []
  })
  const characters = values.map(({ prefix, shown, after }) => prefix + shown + after).join('').length
  return (
    <span className={characters > MOST_CHARACTERS ? 'values tight' : 'values'}>
      {values.map(({ metric, prefix, after, ...number }) => (
        <span key={metric}>
          {prefix && <span className="unit">{prefix}</span>}
          <ShownNumber {...number} hasArrow />
          {after && <span className="unit">{after}</span>}
        </span>
      ))}
    </span>
  )
}

/** The shown value of a tank, the unit that is written before it, and the side on which it is out of range; null: it has none. */
function valueText(tank: ShownTank['tank'], metric: MetricKey) {
  const value = tank.values[metric]
  if (!value) return null
  const { prefix, number } = metricText(metric, value.value)
  return { prefix, shown: isUnknownNow(tank, metric) ? '—' : number, side: sideOutside(tank, metric) }
}

function ShownNumber({ shown, side, hasArrow }: { shown: string; side: keyof typeof ARROW | null; hasArrow: boolean }) {
  return (
    <span className="value" data-side={side ?? undefined}>
      {shown}
      {hasArrow && side && <span className="arrow">{ARROW[side]}</span>}
    </span>
  )
}

const ARROW = { high: '↑', low: '↓' } as const

interface HeatValueProps extends ValueProps {
  /** The chosen metric needs no name. */
  isChosen: boolean
  hasArrow: boolean
}

function HeatValue({ tank, metric, isChosen, hasArrow }: HeatValueProps) {
  const { t } = useTranslation()
  const text = valueText(tank, metric)
  if (!text) return null
  return (
    <span>
      {!isChosen && <span className="name">{t(`measurements.short.${metric}`)}</span>}
      {text.prefix && <span className="unit">{text.prefix}</span>}
      <ShownNumber shown={text.shown} side={text.side} hasArrow={hasArrow} />
    </span>
  )
}

/** The age of what the state says, or how long a mode still lasts: `18 dk`. */
function TileNote({ tank, state, hasAge = false }: ShownTank & { hasAge?: boolean }) {
  const { t } = useTranslation()
  const text = useFromNow((now) => {
    if (state === 'fore' && tank.forewarning) return withinText(t, tank.forewarning, now)
    const at = noteAt({ tank, state }) ?? (hasAge ? tank.last_measured_at : null)
    return at && formatDuration(Math.abs(now - Date.parse(at)))
  })
  return text && <span className="note">{text}</span>
}

function noteAt({ tank, state }: ShownTank): string | null {
  if (isAlarmed(state)) return tank.since
  if (state === 'silent' || state === 'stale') return tank.last_measured_at
  return state === 'mode' ? (tank.mode?.until ?? null) : null
}

/** The word of a state: that of the mode, and a passive tank is not suspended. */
export function stateWord(t: TFunction, { tank, state }: ShownTank): string {
  if (state === 'mode' && tank.mode) return t(`wall.mode.${tank.mode.name}`)
  return state === 'suspended' && tank.status === 'inactive' ? t('wall.inactive') : t(`wall.state.${state}`)
}

/** `LARVA-23, Kritik, pH düşük, pH 6,20, Tank Sıcaklığı 14,3 °C`. */
function tileName(t: TFunction, { tank, state }: ShownTank): string {
  const side = tank.lead && sideOutside(tank, tank.lead)
  const metric = tank.lead && t(`measurements.metrics.${tank.lead}`)
  const parts = [tank.code, stateWord(t, { tank, state })]
  if (tank.acknowledged) parts.push(t('wall.acknowledged'))
  if (state === 'fore' && tank.forewarning) parts.push(forewarningText(t, tank.forewarning, serverNow()))
  if (side && metric) parts.push(t(`alarms.condition.${side}`, { metric }))
  for (const slot of slotsOf(tank)) {
    const value = tank.values[slot]
    if (!value) continue
    const text = isUnknownNow(tank, slot) ? t('common.live.noData') : formatMetric(slot, value.value)
    parts.push(`${t(`measurements.metrics.${slot}`)} ${text}`)
  }
  if ((state === 'silent' || state === 'stale') && tank.last_measured_at) {
    if (side) parts.push(t(tank.critical ? 'wall.wasCritical' : 'wall.wasOut'))
    parts.push(t('wall.lastData', { age: formatDuration(serverNow() - Date.parse(tank.last_measured_at)) }))
  }
  return parts.join(', ')
}
