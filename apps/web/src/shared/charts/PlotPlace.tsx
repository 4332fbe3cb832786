import Box from '@mui/material/Box'
import { visuallyHidden } from '@mui/utils'
import type { KeyboardEvent, RefObject } from 'react'
import 'uplot/dist/uPlot.min.css'
import type { ChartTokens } from './chart-tokens.ts'

interface Props {
  host: RefObject<HTMLDivElement | null>
  /** Told to outside checks as `data-chart`. */
  name: string
  /** The sentence that says what the picture shows. */
  summary: string
  height: number
  tokens: ChartTokens
  /** Read out: the point to which keys moved the crosshair. */
  spoken: string
  onKeyDown: (event: KeyboardEvent) => void
  onBlur: () => void
}

/** Where a plot is drawn: a picture for those who see it, a sentence and a spoken crosshair for those who do not. */
export function PlotPlace({ host, name, summary, height, tokens, spoken, onKeyDown, onBlur }: Props) {
  return (
    <>
      <Box
        ref={host}
        role="img"
        aria-label={summary}
        tabIndex={0}
        data-chart={name}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        sx={{
          height,
          minWidth: 0,
          overflow: 'hidden',
          borderRadius: 1,
          '& .u-cursor-x': { borderRight: `1px dashed ${tokens.crosshair}` },
          '& .u-select': { background: tokens.crosshair, opacity: 0.15 },
        }}
      />
      <Box role="status" sx={visuallyHidden}>
        {spoken}
      </Box>
    </>
  )
}
