import Box from '@mui/material/Box'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLinks } from './NavLinks.tsx'
import type { NavDrawerControl } from './use-nav-drawer.ts'

const RAIL_WIDTH = 56

const NavDrawer = lazy(() => import('./NavDrawer.tsx').then(({ NavDrawer: component }) => ({ default: component })))

/** The rail on wide screens, and the drawer over it, which loads when it is first opened. */
export function Navigation({ drawer }: { drawer: NavDrawerControl }) {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState(false)
  if (drawer.opened !== null && !wanted) setWanted(true)
  return (
    <>
      <Box
        component="nav"
        data-shell
        aria-label={t('common.aria.mainNav')}
        onPointerEnter={drawer.pointerEntered}
        onPointerLeave={drawer.pointerLeft}
        sx={({ tokens: { palette } }) => ({
          display: { xs: 'none', md: 'block' },
          width: RAIL_WIDTH,
          flexShrink: 0,
          bgcolor: palette.surface,
          borderInlineEnd: `1px solid ${palette.divider}`,
        })}
      >
        <Box sx={{ position: 'sticky', top: 56 }}>
          <NavLinks compact />
        </Box>
      </Box>
      {wanted && (
        <Suspense>
          <NavDrawer drawer={drawer} />
        </Suspense>
      )}
    </>
  )
}
