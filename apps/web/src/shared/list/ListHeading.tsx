import { mdiPlus } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Icon } from '../ui/Icon.tsx'

interface Props {
  title: string
  /** Beside the title: a badge. */
  children?: ReactNode
  /** Other buttons, before the one for a new record. */
  more?: ReactNode
  /** The button for a new record; absent without the permission. */
  create?: { label: string; onClick: () => void } | undefined
}

/** A list page's title and its button for a new record. */
export function ListHeading({ title, children, more, create }: Props) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5, mb: 2 }}>
      <Typography variant="h1">{title}</Typography>
      {children}
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'flex-end',
          gap: 1,
          marginInlineStart: 'auto',
        }}
      >
        {more}
        {create && (
          <Button variant="contained" onClick={create.onClick} startIcon={<Icon path={mdiPlus} />}>
            {create.label}
          </Button>
        )}
      </Box>
    </Box>
  )
}
