import type { TankModeName } from '@dalyan/contracts/tank-modes'
import type { Tank } from '@dalyan/contracts/tanks'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import modeWords from '../../../locales/tr/tank-modes.json' with { type: 'json' }
import { useFromNow } from '../../../shared/clock/use-now.ts'
import { formatTime } from '../../../shared/format/date-time.ts'
import { formatDuration } from '../../../shared/format/age.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { may, useUser } from '../../../shared/session/user.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { useSnackbar } from '../../../shared/ui/SnackbarProvider.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { MODE_ICONS, MODE_PRESETS, runningMode } from '../../records/public/tank-modes.ts'
import { useTankMode } from '../../records/public/use-tank-mode.ts'

addWords({ tankModes: modeWords })

/** The modes that start with one touch beside the tank. */
const OFFERED = ['cleaning', 'water_change', 'treatment', 'calibration'] as const satisfies TankModeName[]

/** A button for each mode that one touch starts, while the tank is in none. */
export function SideModes({ tank }: { tank: Tank }) {
  const { t } = useTranslation()
  const show = useSnackbar()
  const { start } = useTankMode(tank.id)
  const mayStart = may(useUser(), 'tanks.operate') && tank.status !== 'deleted'
  const isInMode = useFromNow((now) => runningMode(tank, now) !== null)
  if (isInMode || !mayStart) return null
  return (
    <Box
      role="group"
      aria-label={t('tankModes.start')}
      sx={{
        display: 'grid',
        gap: 1,
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
      }}
    >
      {OFFERED.map((name) => (
        <WriteButton
          key={name}
          variant="outlined"
          startIcon={<Icon path={MODE_ICONS[name]} />}
          loading={start.isPending && start.variables.name === name}
          onClick={() =>
            start.mutate(
              { name, ...MODE_PRESETS[name] },
              {
                onSuccess: ({ until }) =>
                  show(t('tankModes.started', { name: t(`tankModes.names.${name}`), time: formatTime(until) })),
              },
            )
          }
          sx={{ minHeight: 56, bgcolor: 'background.paper' }}
        >
          {t('tankModes.startPreset', {
            name: t(`tankModes.names.${name}`),
            // A number and its unit stay on one line.
            duration: formatDuration(MODE_PRESETS[name].minutes * 60_000).replace(' ', '\u00a0'),
          })}
        </WriteButton>
      ))}
      {start.error && (
        <Alert severity="error" sx={{ gridColumn: '1 / -1', py: 0 }}>
          {t('tankModes.startFailed')}: {start.error.message}
        </Alert>
      )}
    </Box>
  )
}
