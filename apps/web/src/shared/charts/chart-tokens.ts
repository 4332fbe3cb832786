import type { Theme } from '@mui/material/styles'

/** The colours and fonts of the theme for a canvas. */
export interface ChartTokens {
  grid: string
  axisText: string
  bandFill: string
  bandStroke: string
  bandDash: number[]
  outOfRange: string
  outOfRangeWidth: number
  gapHatch: string
  crosshair: string
  surface: string
  fontFamily: string
}

export function chartTokens({ tokens: { chart, palette }, typography }: Theme): ChartTokens {
  return {
    grid: chart.grid,
    axisText: chart.axisText,
    bandFill: chart.bandFill.composited,
    bandStroke: chart.bandStroke,
    bandDash: dashOf(chart.bandStrokeDash),
    outOfRange: chart.outOfRange.color,
    outOfRangeWidth: chart.outOfRange.width,
    gapHatch: chart.gapHatch,
    crosshair: chart.crosshair,
    surface: palette.surface,
    fontFamily: typography.fontFamily ?? 'sans-serif',
  }
}

/** `6 3` as numbers; an empty text is a solid line. */
export function dashOf(text: string): number[] {
  return text === '' ? [] : text.split(' ').map(Number)
}
