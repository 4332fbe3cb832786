import Box from '@mui/material/Box'
import GlobalStyles from '@mui/material/GlobalStyles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../shared/session/user.ts'
import { menuOf, NavLinks } from './NavLinks.tsx'
import type { NavDrawerControl } from './use-nav-drawer.ts'
import { onDemand } from '../../shared/ui/on-demand.tsx'

const RAIL_WIDTH = 56

const NavDrawer = onDemand(async () => (await import('./NavDrawer.tsx')).NavDrawer)
const BottomBar = onDemand(async () => (await import('./BottomBar.tsx')).BottomBar)

const HAS_RAIL = '(min-width: 900px)'
/** Screens without the rail; on a very low one, such as a phone on its side, the bar would take what the page needs. */
const HAS_BOTTOM_BAR = '(max-width: 899.95px) and (min-height: 420px)'
const BOTTOM_BAR_HEIGHT = 'calc(56px + env(safe-area-inset-bottom, 0px))'

/** The rail on wide screens, and the drawer over it, which loads when it is first opened. */
export function Navigation({ drawer }: { drawer: NavDrawerControl }) {
  const { t } = useTranslation()
  const hasRail = useMediaQuery(HAS_RAIL, { noSsr: true })
  const [wanted, setWanted] = useState(false)
  if (drawer.opened !== null && !wanted) setWanted(true)
  return (
    <>
      {hasRail && (
        <Box
          component="nav"
          data-shell
          aria-label={t('common.aria.mainNav')}
          onPointerEnter={drawer.pointerEntered}
          onPointerLeave={drawer.pointerLeft}
          sx={({ tokens: { palette } }) => ({
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
      )}
      {wanted && <NavDrawer drawer={drawer} />}
    </>
  )
}

/**
 * The bar at the bottom of phones, for users with more pages than home. It takes its own space below the page, and `--bottom-bar` is its
 * height for whatever else sticks to the bottom.
 */
export function BottomNavigation({ onOpenMenu }: { onOpenMenu: () => void }) {
  const isShown = useMediaQuery(HAS_BOTTOM_BAR, { noSsr: true })
  const hasPages = menuOf(useUser()).length > 1
  if (!isShown || !hasPages) return null
  return (
    <Box
      data-shell
      data-bottom-bar
      sx={({ zIndex }) => ({ position: 'sticky', bottom: 0, zIndex: zIndex.appBar, height: BOTTOM_BAR_HEIGHT })}
    >
      <GlobalStyles
        styles={{
          ':root': { '--bottom-bar': BOTTOM_BAR_HEIGHT, scrollPaddingBottom: `calc(${BOTTOM_BAR_HEIGHT} + 8px)` },
        }}
      />
      <BottomBar onOpenMenu={onOpenMenu} />
    </Box>
  )
}
