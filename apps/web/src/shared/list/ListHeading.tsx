import { mdiPlus } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
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
  /** One row on a phone, its button without words. */
  isTight?: boolean
}

/** A list page's title and its button for a new record. */
export function ListHeading({ title, children, more, create, isTight = false }: Props) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: isTight ? 1 : 2,
        rowGap: 0.5,
        minHeight: 44,
        mb: isTight ? 0.5 : 1.25,
        ...(isTight ? { mt: -1 } : {}),
      }}
    >
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
        {create && isTight && (
          <IconButton aria-label={create.label} onClick={create.onClick} sx={{ width: 44, height: 44 }}>
            <Icon path={mdiPlus} />
          </IconButton>
        )}
        {create && !isTight && (
          <Button variant="contained" onClick={create.onClick} startIcon={<Icon path={mdiPlus} />}>
            {create.label}
          </Button>
        )}
      </Box>
    </Box>
  )
}
