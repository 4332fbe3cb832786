import { mdiChevronDown, mdiChevronUp, mdiCloudOffOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { visuallyHidden } from '@mui/utils'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../shared/format/date-time.ts'
import { useNarrow } from '../../shared/list/use-narrow.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import type { SilentTogether } from './silent-together.ts'

interface Props {
  group: SilentTogether
  isOpen: boolean
  onToggle: () => void
}

/** The tanks of one outage in one row: `B salonu · 26 tank birlikte sustu, 02:51 · 26 tankı göster`. */
export function SilentRow({ group: { place, since, tankIds }, isOpen, onToggle }: Props) {
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  const count = tankIds.size
  return (
    <ButtonBase
      aria-expanded={isOpen}
      onClick={onToggle}
      sx={{
        font: 'inherit',
        ...(isNarrow && { fontSize: '0.875rem' }),
        gap: 1,
        minHeight: { xs: 44, sm: 28 },
        maxWidth: '100%',
        whiteSpace: 'nowrap',
      }}
    >
      <Icon path={mdiCloudOffOutline} sx={{ fontSize: 18 }} titleAccess={t('tanks.list.silent')} />
      {place && (
        <Box component="b" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {place}
        </Box>
      )}
      {/* Where space is short, the name of the place is cut and not the number or the time. */}
      <Box component="span" sx={{ flexShrink: 0 }}>
        {t('tanks.list.silentTogether', { count, time: formatTime(since) })}
      </Box>
      {/* On a phone only its arrow, so that the row stays one line. */}
      <Box component="span" sx={{ textDecoration: 'underline', fontWeight: 500, ...(isNarrow ? visuallyHidden : {}) }}>
        {isOpen ? t('tanks.list.hideSilent') : t('tanks.list.showSilent', { count })}
      </Box>
      {isNarrow && <Icon path={isOpen ? mdiChevronUp : mdiChevronDown} sx={{ fontSize: 20 }} />}
    </ButtonBase>
  )
}
