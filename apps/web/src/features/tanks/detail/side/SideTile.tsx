import { metricOf } from '@dalyan/contracts/metrics'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { AnalogBar } from '../../../../shared/charts/AnalogBar.tsx'
import { isSameReading, type TankReading } from '../tank-reading.ts'
import { TileWords } from '../TileWords.tsx'
import { useTileFrame } from '../use-tile-frame.ts'
import { ValueStateChip } from '../ValueStateChip.tsx'
import { ValueText } from '../ValueText.tsx'

/** One metric to be read from some metres away. It leads nowhere: gloves touch what they do not mean. */
export const SideTile = memo(DrawnTile, (before, after) => isSameReading(before.reading, after.reading))

function DrawnTile({ reading }: { reading: TankReading }) {
  const { t } = useTranslation()
  const { metric, state, value, limits, outside } = reading
  const frame = useTileFrame(reading)
  return (
    <Paper
      component="li"
      variant="outlined"
      data-metric={metric}
      data-state={state}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        minWidth: 0,
        px: { xs: 1.25, sm: 2 },
        py: { xs: 1, sm: 1.25 },
        ...frame,
      }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: '2px 8px',
          minHeight: 26,
        }}
      >
        <Typography variant="h3" noWrap sx={{ color: 'text.secondary', fontSize: '1.0625rem' }}>
          {t(`measurements.metrics.${metric}`)}
        </Typography>
        <ValueStateChip reading={reading} />
      </Box>
      <ValueText reading={reading} size="side" />
      <Box>
        <AnalogBar
          value={value}
          limits={limits}
          bounds={metricOf(metric)}
          isOutside={outside !== null}
          isStale={state === 'stale'}
        />
        <TileWords reading={reading} isShort />
      </Box>
    </Paper>
  )
}
