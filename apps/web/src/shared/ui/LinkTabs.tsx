import Box from '@mui/material/Box'
import { useLayoutEffect, useRef, type ReactNode } from 'react'

/** Tabs that are links, since each has its own address; the link to the present one carries `aria-current`, and is in sight. */
export function LinkTabs({ label, children }: { label: string; children: ReactNode }) {
  const tabs = useRef<HTMLElement>(null)
  const present = useRef<Element | null>(null)
  // Once for each present tab, so that users can look at the others.
  useLayoutEffect(() => {
    const link = tabs.current?.querySelector<HTMLElement>('[aria-current=page]') ?? null
    if (link === present.current) return
    present.current = link
    if (tabs.current && link)
      tabs.current.scrollLeft = link.offsetLeft + (link.offsetWidth - tabs.current.clientWidth) / 2
  })
  return (
    <Box
      component="nav"
      ref={tabs}
      aria-label={label}
      sx={({ tokens: { palette } }) => ({
        position: 'relative',
        display: 'flex',
        overflowX: 'auto',
        borderBottom: `1px solid ${palette.divider}`,
        '& a': {
          display: 'flex',
          alignItems: 'center',
          minHeight: 44,
          px: { xs: 1, sm: 2 },
          whiteSpace: 'nowrap',
          fontWeight: 500,
          textDecoration: 'none',
          color: palette.textSecondary,
          borderBottom: '3px solid transparent',
          '&:hover': { color: palette.textPrimary, bgcolor: palette.hoverRow },
          '&[aria-current=page]': { color: palette.primary.text, borderBottomColor: palette.primary.text },
          '&:focus-visible': { outlineOffset: -3 },
        },
      })}
    >
      {children}
    </Box>
  )
}
