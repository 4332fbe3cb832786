import type { Limits } from '@dalyan/contracts/out-of-range'
import { memo } from 'react'
import { sparkPaths } from './spark-paths.ts'

interface Props {
  /** By buckets of equal length; null: a gap. */
  min: readonly (number | null)[]
  max: readonly (number | null)[]
  limits: Limits | null
  /** Shows all values instead of the range between the limits. */
  fits: boolean
  /** Marks the last value as the end of the data instead of as the present. */
  isCut: boolean
}

/**
 * A course without axes inside its limits: `band`, `limit`, `line`, `out`, `cut` and `dot` are the classes that its surroundings give colours.
 * Decorative: what it shows is said beside it.
 */
export const Sparkline = memo(function Sparkline(props: Props) {
  const { width, height, band, limits, line, out, last } = sparkPaths(props)
  return (
    <svg className="spark" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {band && <rect className="band" x="0" width={width} y={band.top} height={band.bottom - band.top} />}
      {limits && <path className="limit" d={limits} />}
      <path className="line" d={line} />
      {out && <path className="out" d={out} />}
      {last && props.isCut && <path className="cut" d={`M${last.x} 1V${height - 1}`} />}
      {last && !props.isCut && <path className={last.isOut ? 'dot out' : 'dot'} d={`M${last.x} ${last.y}h.01`} />}
    </svg>
  )
})
