import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../shared/clock/use-now.ts'
import { formatDuration } from '../../../shared/format/age.ts'
import { AgeText } from '../../../shared/ui/AgeText.tsx'
import { distanceWords, rangeWords } from './metric-words.ts'
import type { TankReading } from './tank-reading.ts'

/** What a tile's picture shows, in words: how far out or how old, the range, who measured it, and when. */
export function TileWords({ reading, isShort }: { reading: TankReading; isShort: boolean }) {
  const { t } = useTranslation()
  const { metric, state, limits, outside, wasOutside, measuredAt, terminal, isByHand } = reading
  return (
    <Typography
      component="div"
      variant="body2"
      sx={{
        display: 'flex',
        gap: '0 8px',
        '& > strong': { width: { xs: '100%', sm: 'auto' } },
        flexWrap: 'wrap',
        fontSize: '0.8125rem',
        lineHeight: 1.5,
        color: 'text.secondary',
      }}
    >
      {outside && (
        <Box component="strong" sx={{ color: ({ tokens }) => tokens.palette.error.text }}>
          {distanceWords(t, metric, outside)}
        </Box>
      )}
      {state === 'stale' && measuredAt !== null && (
        <Box component="strong" sx={{ color: ({ tokens }) => tokens.status.stale.text }}>
          <StaleSince measuredAt={measuredAt} />
        </Box>
      )}
      {wasOutside && (
        <Box component="strong" sx={{ color: 'text.primary' }}>
          {t('tanks.detail.wasOutside')}
        </Box>
      )}
      <span>{rangeWords(t, metric, limits, isShort)}</span>
      {terminal && <span lang="en">{terminal}</span>}
      {isByHand && <span>{t('tanks.detail.byHand')}</span>}
      {measuredAt !== null && state !== 'stale' && (
        <Box component="span" sx={{ ml: 'auto', pl: { sm: 1 } }}>
          <AgeText at={measuredAt} align="end" />
        </Box>
      )}
    </Typography>
  )
}

function StaleSince({ measuredAt }: { measuredAt: number }) {
  const { t } = useTranslation()
  return t('common.live.staleSince', { age: formatDuration(useNow() - measuredAt) })
}
