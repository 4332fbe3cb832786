import type { TankMode } from '@dalyan/contracts/tank-modes'
import type { Tank } from '@dalyan/contracts/tanks'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import modeWords from '../../../locales/tr/tank-modes.json' with { type: 'json' }
import { useFromNow } from '../../../shared/clock/use-now.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { MODE_ICONS, modeLeft, runningMode } from '../../records/public/tank-modes.ts'

addWords({ tankModes: modeWords })

/** The mode of a tank in a list: `Temizlik: 22 dk kaldı`. Nothing while there is none. */
export function ModeText({ tank }: { tank: Tank }) {
  const mode = useFromNow((now) => runningMode(tank, now))
  if (!mode) return null
  return (
    <Box
      component="span"
      data-mode={mode.name}
      sx={({ tokens: { palette } }) => ({
        display: 'inline-flex',
        verticalAlign: 'middle',
        alignItems: 'center',
        gap: 0.5,
        px: 0.75,
        minHeight: 26,
        border: `1px solid ${palette.divider}`,
        borderRadius: 1,
        bgcolor: 'action.hover',
        fontSize: '0.8125rem',
        whiteSpace: 'nowrap',
      })}
    >
      <Icon path={MODE_ICONS[mode.name]} sx={{ fontSize: 18 }} />
      <ModeLeft mode={mode} />
    </Box>
  )
}

/** `Temizlik: 22 dk kaldı`. */
export function ModeLeft({ mode }: { mode: TankMode }) {
  const { t } = useTranslation()
  return useFromNow((now) =>
    t('tankModes.left', { name: t(`tankModes.names.${mode.name}`), left: modeLeft(mode, now) }),
  )
}
