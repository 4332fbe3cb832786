import type { MetricKey } from '@dalyan/contracts/metrics'
import { useTheme } from '@mui/material/styles'
import { useId } from 'react'
import { formatDayAndMonth } from '../../../shared/format/date-time.ts'
import { formatNumber } from '../../../shared/format/number.ts'
import { airyRange, niceTicks, tickDecimals } from '../../../shared/charts/nice-ticks.ts'
import { type PlotFrame, SvgPlot } from '../../../shared/charts/SvgPlot.tsx'
import { noonOf, type RecordDay } from './record-days.ts'

interface Props {
  metric: MetricKey
  days: readonly RecordDay[]
  /** The text alternative of the chart. */
  summary: string
}

const HEIGHT = 150
const Y_TICKS = 4
/** The number of days between two labels. */
const X_STEP = 7
/** The share of a day's width that its bar takes. */
const BAR = 0.56
/** The least height of a bar, so that a day on which the value hardly changed stays visible, CSS px. */
const LEAST_BAR_PX = 3
const HATCH_PX = 6

/** The least and the greatest value of each day as a bar, with the limits of that day as a band; days without a value are hatched. */
export function DayRanges({ metric, days, summary }: Props) {
  const { chart } = useTheme().tokens
  const hatch = useId()
  const values = days.flatMap(({ range, limits }) => [
    ...(range ? [range.min, range.max] : []),
    ...[limits?.min, limits?.max].filter((limit) => limit != null),
  ])
  const domain = airyRange(values, 0.08)
  const ticks = niceTicks(domain, Y_TICKS)
  const decimals = tickDecimals(ticks)
  return (
    <SvgPlot
      name={metric}
      summary={summary}
      height={HEIGHT}
      x={{
        domain: [0, days.length],
        ticks: days.flatMap((_, i) => (i % X_STEP === 0 ? [i + 0.5] : [])),
        label: (at) => formatDayAndMonth(noonOf(days[Math.floor(at)]?.day ?? '')),
      }}
      y={{ domain, ticks, label: (value) => formatNumber(value, decimals) }}
    >
      {(frame) => (
        <>
          <pattern
            id={hatch}
            width={HATCH_PX}
            height={HATCH_PX}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <line x1={0} x2={0} y1={0} y2={HATCH_PX} stroke={chart.axisText} strokeOpacity={0.45} strokeWidth={1.5} />
          </pattern>
          {days.map((day, i) => (
            <g key={day.day}>
              <Band day={day} i={i} frame={frame} />
              {day.range ? (
                <Bar range={day.range} limits={day.limits} i={i} frame={frame} color={chart.series[metric].color} />
              ) : (
                <rect
                  x={frame.x(i)}
                  width={frame.x(i + 1) - frame.x(i)}
                  y={frame.top}
                  height={frame.height}
                  fill={`url(#${hatch})`}
                />
              )}
            </g>
          ))}
        </>
      )}
    </SvgPlot>
  )
}

/** The limits of a day; towards an end without a limit the band is open. */
function Band({ day: { limits }, i, frame }: { day: RecordDay; i: number; frame: PlotFrame }) {
  const { chart } = useTheme().tokens
  if (!limits) return null
  const [left, right] = [frame.x(i), frame.x(i + 1)]
  const top = limits.max === null ? frame.top : frame.y(limits.max)
  const bottom = limits.min === null ? frame.top + frame.height : frame.y(limits.min)
  const edges = [...(limits.max === null ? [] : [top]), ...(limits.min === null ? [] : [bottom])]
  return (
    <>
      <rect x={left} width={right - left} y={top} height={Math.max(0, bottom - top)} fill={chart.bandFill.composited} />
      {edges.map((y) => (
        <path key={y} d={`M${left} ${y}H${right}`} stroke={chart.bandStroke} strokeDasharray={chart.bandStrokeDash} />
      ))}
    </>
  )
}

interface BarProps extends Pick<RecordDay, 'limits'> {
  range: NonNullable<RecordDay['range']>
  i: number
  frame: PlotFrame
  color: string
}

/** From the least to the greatest value; what lies outside the limits is as red and as thick as in other charts. */
function Bar({ range: { min, max }, limits, i, frame, color }: BarProps) {
  const { chart } = useTheme().tokens
  const width = (frame.x(i + 1) - frame.x(i)) * BAR
  const left = frame.x(i + 0.5) - width / 2
  const part = (low: number, high: number, fill: string) => {
    const [top, bottom] = [frame.y(high), frame.y(low)]
    const height = Math.max(LEAST_BAR_PX, bottom - top)
    return (
      <rect
        key={fill + low}
        x={left}
        width={width}
        y={(top + bottom - height) / 2}
        height={height}
        rx={1}
        fill={fill}
      />
    )
  }
  const [lower, upper] = [limits?.min ?? -Infinity, limits?.max ?? Infinity]
  return (
    <>
      {part(min, max, color)}
      {min < lower && part(min, Math.min(max, lower), chart.outOfRange.color)}
      {max > upper && part(Math.max(min, upper), max, chart.outOfRange.color)}
    </>
  )
}
