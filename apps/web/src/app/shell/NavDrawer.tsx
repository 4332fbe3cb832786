import Drawer from '@mui/material/Drawer'
import { useTranslation } from 'react-i18next'
import { NavLinks } from './NavLinks.tsx'
import type { NavDrawerControl } from './use-nav-drawer.ts'

const WIDTH = 256

/** Opened by hand it takes the focus and a backdrop; opened by a resting pointer it takes neither and leaves with the pointer. */
export function NavDrawer({ drawer }: { drawer: NavDrawerControl }) {
  const { t } = useTranslation()
  const byPointer = drawer.opened === 'pointer'
  return (
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
          sx: { width: WIDTH, maxWidth: '85vw', pointerEvents: 'auto', pt: '56px' },
        },
      }}
    >
      <NavLinks onNavigate={drawer.close} />
    </Drawer>
  )
}
