import type { Tank } from '@dalyan/contracts/tanks'
import Box from '@mui/material/Box'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import modeWords from '../../locales/tr/tank-modes.json' with { type: 'json' }
import { useFromNow } from '../../shared/clock/use-now.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { ErrorAlert } from '../../shared/ui/ErrorAlert.tsx'
import { onDemand } from '../../shared/ui/on-demand.tsx'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'
import { WriteButton } from '../../shared/ui/WriteButton.tsx'
import { runningMode } from '../records/public/tank-modes.ts'
import { useTankModes } from '../records/public/use-tank-mode.ts'

addWords({ tankModes: modeWords })

const ModeDialog = onDemand(async () => (await import('./modes/ModeDialog.tsx')).ModeDialog)

interface Props {
  /** The selected ones. */
  tanks: readonly Tank[]
  onEnd: () => void
}

/** Starts a mode for all selected tanks, or ends those in which they are. Permission: `tanks.operate`. */
export function TankModeButtons({ tanks, onEnd }: Props) {
  const { t } = useTranslation()
  const show = useSnackbar()
  const [isStarting, setIsStarting] = useState(false)
  const running = useFromNow((now) => tanks.filter((tank) => runningMode(tank, now) !== null).map(({ id }) => id))
  const { end } = useTankModes(running)
  return (
    <>
      {tanks.length > 0 && (
        <WriteButton variant="contained" onClick={() => setIsStarting(true)} sx={{ minHeight: { xs: 44, sm: 36 } }}>
          {t('tankModes.start')}
        </WriteButton>
      )}
      {running.length > 0 && (
        <WriteButton
          variant="outlined"
          loading={end.isPending}
          onClick={() =>
            end.mutate(undefined, {
              onSuccess: () => show(t('tankModes.endedMany', { count: running.length })),
            })
          }
          sx={{ minHeight: { xs: 44, sm: 36 } }}
        >
          {t('tankModes.endMany', { count: running.length })}
        </WriteButton>
      )}
      {end.error && (
        <Box sx={{ flexBasis: '100%' }}>
          <ErrorAlert title={t('tankModes.endFailed')} error={end.error} onClose={end.reset} />
        </Box>
      )}
      {isStarting && <ModeDialog tanks={tanks} onSaved={onEnd} onClose={() => setIsStarting(false)} />}
    </>
  )
}
