import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { Icon } from './Icon.tsx'

interface SectionProps {
  title: string
  icon?: string
  gap?: number
  /** It has only controls, which say nothing on paper. */
  isForm?: boolean
  children: ReactNode
}

/** A part of a page with a heading, a landmark for screen readers. */
export function PageSection({ title, icon, gap = 1.5, isForm = false, children }: SectionProps) {
  const id = useId()
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-labelledby={id}
      {...(isForm ? { 'data-print': 'hide' } : {})}
      sx={{ display: 'flex', flexDirection: 'column', gap, p: 2, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        {icon && <Icon path={icon} sx={{ color: 'text.secondary' }} />}
        <Typography variant="h2" id={id}>
          {title}
        </Typography>
      </Box>
      {children}
    </Paper>
  )
}

interface CardProps {
  icon: string
  title: string
  children: ReactNode
  /** Shown at the foot of the card. */
  action?: ReactNode
}

/** A section with an icon, which may stand beside others of other heights. */
export function TitledCard({ icon, title, children, action }: CardProps) {
  return (
    <PageSection icon={icon} title={title} gap={1}>
      <Box sx={{ flex: 1, minHeight: 64 }}>{children}</Box>
      {action && <Box>{action}</Box>}
    </PageSection>
  )
}
