import { mdiMenuOpen } from '@mdi/js'
import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BrandIcon } from '../../features/branding/public/BrandIcon.tsx'
import { settingsQueries } from '../../features/settings/public/settings.queries.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { NavLinks } from './NavLinks.tsx'
import type { NavDrawerControl } from './use-nav-drawer.ts'

const WIDTH = 256

/** Opened by a click it takes the focus and has a backdrop; opened by hovering it has neither and closes when the pointer leaves. */
export function NavDrawer({ drawer }: { drawer: NavDrawerControl }) {
  const { t } = useTranslation()
  const settings = useQuery(settingsQueries.system())
  return (
    <Drawer
      variant={drawer.opened === 'pointer' ? 'persistent' : 'temporary'}
      open={drawer.opened !== null}
      onClose={drawer.close}
      slotProps={{
        paper: {
          'aria-label': t('common.aria.mainNav'),
          onPointerEnter: drawer.pointerEntered,
          onPointerLeave: drawer.pointerLeft,
          sx: { width: WIDTH, maxWidth: '85vw' },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minHeight: 56, px: 0.75 }}>
        <IconButton
          aria-label={t('nav.closeMenu')}
          color="inherit"
          onClick={drawer.close}
          sx={{ width: 44, height: 44 }}
        >
          <Icon path={mdiMenuOpen} />
        </IconButton>
        <BrandIcon size={24} />
        <Typography component="span" noWrap sx={{ fontWeight: 700, ml: 0.5 }}>
          {settings.data?.system_name}
        </Typography>
      </Box>
      <nav aria-label={t('common.aria.mainNav')}>
        <NavLinks onNavigate={drawer.close} />
      </nav>
    </Drawer>
  )
}
