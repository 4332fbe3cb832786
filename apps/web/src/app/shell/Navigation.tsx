import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import { useTranslation } from 'react-i18next'
import { NavLinks } from './NavLinks.tsx'
import type { NavDrawerControl } from './use-nav-drawer.ts'

export const RAIL_WIDTH = 56
const DRAWER_WIDTH = 256

/**
 * The rail on wide screens and the drawer over it. Opened by hand the drawer takes the focus and a backdrop;
 * opened by a resting pointer it takes neither and leaves with the pointer.
 */
export function Navigation({ drawer }: { drawer: NavDrawerControl }) {
  const { t } = useTranslation()
  const byPointer = drawer.opened === 'pointer'
  return (
    <>
      <Box
        component="nav"
        aria-label={t('common.aria.mainNav')}
        onPointerEnter={drawer.pointerEntered}
        onPointerLeave={drawer.pointerLeft}
        sx={({ tokens: { palette } }) => ({
          display: { xs: 'none', md: 'block' },
          position: 'sticky',
          top: 56,
          alignSelf: 'flex-start',
          width: RAIL_WIDTH,
          flexShrink: 0,
          minHeight: 'calc(100dvh - 56px)',
          bgcolor: palette.surface,
          borderInlineEnd: `1px solid ${palette.divider}`,
        })}
      >
        <NavLinks compact />
      </Box>
      <Drawer
        open={drawer.opened !== null}
        onClose={drawer.close}
        hideBackdrop={byPointer}
        disableScrollLock={byPointer}
        disableAutoFocus={byPointer}
        disableEnforceFocus={byPointer}
        disableRestoreFocus={byPointer}
        sx={byPointer ? { pointerEvents: 'none' } : {}}
        slotProps={{
          paper: {
            component: 'nav',
            'aria-label': t('common.aria.mainNav'),
            onPointerEnter: drawer.pointerEntered,
            onPointerLeave: drawer.pointerLeft,
            sx: { width: DRAWER_WIDTH, maxWidth: '85vw', pointerEvents: 'auto', pt: '56px' },
          },
        }}
      >
        <NavLinks onNavigate={drawer.close} />
      </Drawer>
    </>
  )
}
