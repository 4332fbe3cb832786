import type { Theme } from '@mui/material/styles'

/** The colours of a course inside an element; `--alarm` is that of the part outside the limits. */
export function sparkLooks({ tokens: { palette, chart } }: Theme): Record<string, object> {
  return {
    '& .spark path': { fill: 'none', vectorEffect: 'non-scaling-stroke', strokeLinejoin: 'round' },
    '& .spark .band': { fill: chart.bandFill.composited },
    '& .spark .limit': { stroke: chart.bandStroke, strokeWidth: 0.8, strokeDasharray: '3 3' },
    '& .spark .line': { stroke: palette.textPrimary, strokeWidth: 1.4 },
    '& .spark .cut': { stroke: palette.textSecondary, strokeWidth: 1, strokeDasharray: '2 2' },
    '& .spark .dot': { stroke: palette.textPrimary, strokeWidth: 5, strokeLinecap: 'round' },
    '& .spark .out': { stroke: `var(--alarm, ${palette.textPrimary})`, strokeWidth: 2.6 },
    '& .spark .dot.out': { strokeWidth: 5.5 },
  }
}
