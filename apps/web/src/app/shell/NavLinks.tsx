import Box from '@mui/material/Box'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../shared/session/user-context.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { menuOf } from './nav-entries.ts'

/** The menu's links: icons alone in the rail, icons with words in the drawer. */
export function NavLinks({ compact = false, onNavigate }: { compact?: boolean; onNavigate?: () => void }) {
  const { t } = useTranslation()
  const user = useUser()
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/home' })
  return (
    <Box component="ul" sx={{ m: 0, p: 0, py: 1, listStyle: 'none' }}>
      {menuOf(user).map(({ to, icon, label }) => (
        <li key={to}>
          <Box
            component={Link}
            to={to}
            activeOptions={{ exact: to === '/' }}
            {...(to === '/' && isHome ? { 'aria-current': 'page' as const } : {})}
            {...(compact ? { 'aria-label': t(label), title: t(label) } : {})}
            {...(onNavigate ? { onClick: onNavigate } : {})}
            sx={({ tokens: { palette } }) => ({
              display: 'flex',
              alignItems: 'center',
              gap: 2,
              minHeight: 48,
              px: 2,
              color: palette.textSecondary,
              textDecoration: 'none',
              fontWeight: 500,
              borderInlineStart: '3px solid transparent',
              // There every border shows, and no ground does.
              '@media (forced-colors: active)': { borderInlineStartColor: 'Canvas' },
              '&:hover': { bgcolor: palette.hoverRow, color: palette.textPrimary },
              '&[aria-current=page]': {
                bgcolor: palette.selectedRow,
                color: palette.primary.text,
                borderInlineStartColor: palette.primary.text,
                '@media (forced-colors: active)': { borderInlineStartColor: 'Highlight' },
              },
              '&:focus-visible': { outlineOffset: -3 },
            })}
          >
            <Icon path={icon} />
            {!compact && t(label)}
          </Box>
        </li>
      ))}
    </Box>
  )
}
