import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import type { ReactNode } from 'react'

interface Props<T extends string> {
  tabs: readonly T[]
  tab: T
  labels: Readonly<Record<T, string>>
  onChange: (tab: T) => void
}

/** The tabs of a page; `TabPanel` holds the content of the open one. */
export function PageTabs<T extends string>({ tabs, tab, labels, onChange }: Props<T>) {
  return (
    <Tabs
      value={tab}
      variant="scrollable"
      allowScrollButtonsMobile
      onChange={(_, next: T) => onChange(next)}
      sx={{
        borderBottom: 1,
        borderColor: 'divider',
        // Four tabs fit on a phone without arrows.
        '& .MuiTab-root': { minWidth: { xs: 48, sm: 90 }, px: { xs: 1.25, sm: 2 } },
      }}
    >
      {tabs.map((each) => (
        <Tab
          key={each}
          value={each}
          label={labels[each]}
          id={`tab-${each}`}
          {...(each === tab ? { 'aria-controls': `panel-${each}` } : {})}
        />
      ))}
    </Tabs>
  )
}

/** The content of the open tab. */
export function TabPanel({ tab, children }: { tab: string; children: ReactNode }) {
  return (
    <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
      {children}
    </Box>
  )
}
