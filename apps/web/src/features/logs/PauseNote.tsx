import { mdiArrowUp } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../shared/ui/Icon.tsx'
import type { Pause } from './use-reading.ts'

interface Props {
  pause: Pause
  /** Lines that wait. */
  held: number
  onShow: () => void
}

/** Why a live log stands still, and the way back to its newest line. */
export function PauseNote({ pause, held, onShow }: Props) {
  const { t } = useTranslation()
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        justifyContent: 'center',
        alignItems: 'center',
        columnGap: 1,
        fontSize: '0.875rem',
      }}
    >
      {t(`logs.paused.${pause}`)}
      <Button size="small" onClick={onShow} startIcon={<Icon path={mdiArrowUp} />}>
        {held > 0 ? t('logs.newEntries', { count: held }) : t('logs.follow')}
      </Button>
    </Box>
  )
}

/** The same over the rows, for who has scrolled: what is read does not move. */
export function FloatingPauseNote(props: Props) {
  return (
    <Box sx={{ position: 'sticky', top: 64, zIndex: 2, height: 0, display: 'flex', justifyContent: 'center' }}>
      <Paper elevation={4} sx={{ alignSelf: 'flex-start', px: 1.5, py: 0.5, borderRadius: 5 }}>
        <PauseNote {...props} />
      </Paper>
    </Box>
  )
}
