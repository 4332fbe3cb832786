import { mdiMenu } from '@mdi/js'
import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../shared/session/user.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { menuOf } from './NavLinks.tsx'
import { useWaitingIncidents } from './use-waiting-incidents.ts'

const ENTRIES = ['/wall', '/', '/alarms', '/tanks']

/** The pages of a shift as targets for the thumb; the last one opens the whole menu. */
export function BottomBar({ onOpenMenu }: { onOpenMenu: () => void }) {
  const { t } = useTranslation()
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/home' })
  const entries = menuOf(useUser())
    .filter(({ to }) => ENTRIES.includes(to))
    .toSorted((a, b) => ENTRIES.indexOf(a.to) - ENTRIES.indexOf(b.to))
  return (
    <Box
      component="nav"
      aria-label={t('nav.bottomBar')}
      sx={({ tokens: { palette } }) => ({
        display: 'flex',
        height: 1,
        pb: 'env(safe-area-inset-bottom, 0px)',
        bgcolor: palette.surface,
        borderTop: `1px solid ${palette.divider}`,
      })}
    >
      {entries.map(({ to, icon, label }) => (
        <Box
          key={to}
          component={Link}
          to={to}
          activeOptions={{ exact: to === '/' }}
          {...(to === '/' && isHome ? { 'aria-current': 'page' as const } : {})}
          sx={entryLook}
        >
          <Icon path={icon} />
          {t(to === '/' ? 'nav.now' : label)}
          {to === '/alarms' && <IncidentCount />}
        </Box>
      ))}
      <Box component="button" type="button" onClick={onOpenMenu} aria-haspopup="dialog" sx={entryLook}>
        <Icon path={mdiMenu} />
        {t('nav.more')}
      </Box>
    </Box>
  )
}

const entryLook = ({ tokens: { palette } }: Theme) => ({
  position: 'relative',
  display: 'flex',
  flex: 1,
  minWidth: 0,
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 0.25,
  p: 0,
  border: 0,
  borderTop: '3px solid transparent',
  bgcolor: 'transparent',
  color: palette.textSecondary,
  font: 'inherit',
  fontSize: '0.75rem',
  fontWeight: 500,
  lineHeight: 1.2,
  textDecoration: 'none',
  cursor: 'pointer',
  // Forced colours show every border and no background.
  '@media (forced-colors: active)': { borderTopColor: 'Canvas' },
  '&[aria-current=page]': {
    color: palette.primary.text,
    borderTopColor: palette.primary.text,
    '@media (forced-colors: active)': { borderTopColor: 'Highlight' },
  },
  '&:focus-visible': { outlineOffset: -3 },
})

function IncidentCount() {
  const { t } = useTranslation()
  const { count, text, look } = useWaitingIncidents()
  if (count === 0) return null
  return (
    <>
      <Box
        component="span"
        aria-hidden
        data-look={look}
        sx={({ tokens: { alarm } }) => ({
          position: 'absolute',
          top: 2,
          left: 'calc(50% + 4px)',
          minWidth: 18,
          px: 0.5,
          borderRadius: 9,
          lineHeight: '16px',
          fontWeight: 700,
          textAlign: 'center',
          bgcolor: alarm[look].fill,
          color: alarm[look].text,
          border: `1px solid ${alarm[look].border}`,
        })}
      >
        {text}
      </Box>
      <Box component="span" sx={visuallyHidden}>
        {t('nav.alarmsBadge', { count })}
      </Box>
    </>
  )
}
