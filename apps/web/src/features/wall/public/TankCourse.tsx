import type { WallTank } from '@dalyan/contracts/wall'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { sparkLooks } from '../../../shared/charts/spark-looks.ts'
import { Sparkline } from '../../../shared/charts/Sparkline.tsx'

interface Props {
  tank: WallTank
  /** Names the metric below the course; beside it in rows of one line (list/ListTable.tsx). */
  hasName?: boolean
}

/** The last six hours of a tank's leading metric inside its limits, as small as a cell of a table. */
export function TankCourse({ tank: { spark, limits, values, state }, hasName = false }: Props) {
  const { t } = useTranslation()
  if (!spark) return null
  const isOut = values[spark.metric]?.out === true
  return (
    <Box
      component="span"
      sx={(theme) => ({
        display: 'inline-flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 0.75,
        // A line for the course and one for the name, unless the row forbids to wrap.
        width: 'min-content',
        lineHeight: 1.25,
        verticalAlign: 'middle',
        fontSize: '0.75rem',
        color: 'text.secondary',
        whiteSpace: 'nowrap',
        '--alarm': theme.tokens.alarm[state === 'crit' ? 'critical_ack' : 'warning_ack'].text,
        ...sparkLooks(theme),
        '& .spark': { width: 92, height: 22 },
      })}
    >
      <Sparkline
        min={spark.min}
        max={spark.max}
        limits={limits[spark.metric] ?? null}
        fits={isOut}
        isCut={state === 'silent'}
      />
      {hasName && t(`measurements.short.${spark.metric}`)}
    </Box>
  )
}
