import {
  mdiCancel,
  mdiCheckCircle,
  mdiCloudOffOutline,
  mdiDeleteForever,
  mdiKeyRemove,
  mdiPower,
  mdiTimerSand,
  mdiWrench,
} from '@mdi/js'
import Box from '@mui/material/Box'
import type { ThemeTokens } from '../theme/tokens.ts'
import { Icon } from './Icon.tsx'

interface Props {
  look: keyof ThemeTokens['status']
  label: string
  /** Replaces the default icon of the status. */
  icon?: string
}

/** A status as text, icon and shape, so that it does not depend on colour. */
export function StatusChip({ look, label, icon }: Props) {
  return (
    <Box
      component="span"
      sx={({ tokens }) => {
        const { bg, text, border } = tokens.status[look]
        return {
          display: 'inline-flex',
          alignItems: 'center',
          gap: 0.5,
          px: 0.75,
          minHeight: 26,
          borderRadius: 13,
          border: `1px ${look === 'deleted' ? 'dashed' : 'solid'} ${border}`,
          bgcolor: bg,
          color: text,
          fontSize: '0.8125rem',
          fontWeight: 500,
          whiteSpace: 'nowrap',
        }
      }}
    >
      <Icon
        path={icon ?? STATUS_ICON[look]}
        sx={({ tokens }) => ({ fontSize: 18, color: tokens.status[look].iconColor ?? 'inherit' })}
      />
      {label}
    </Box>
  )
}

const STATUS_ICON: Record<keyof ThemeTokens['status'], string> = {
  active: mdiCheckCircle,
  inactive: mdiPower,
  suspended: mdiWrench,
  unauthorized: mdiKeyRemove,
  banned: mdiCancel,
  deleted: mdiDeleteForever,
  offline: mdiCloudOffOutline,
  stale: mdiTimerSand,
}
