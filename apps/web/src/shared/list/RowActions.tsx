import { mdiDotsVertical } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/Icon.tsx'
import { Menu } from '../ui/Menu.tsx'

export interface RowAction {
  label: string
  icon: string
  onClick: () => void
  /** Deletes or blocks: drawn in the error colour. */
  danger?: boolean
  /** The main action is shown as text, because the user is expected to use it. */
  inWords?: boolean
  isDisabled?: boolean
}

interface Props {
  /** The record's name, a part of each button's accessible name. */
  name: string
  /** Shown as a separate button before the menu. */
  main?: RowAction | undefined
  actions: readonly RowAction[]
}

/** The actions for one record of a list. */
export function RowActions({ name, main, actions }: Props) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', whiteSpace: 'nowrap' }}>
      {main?.inWords && (
        <Button size="small" aria-label={`${main.label}: ${name}`} onClick={main.onClick}>
          {main.label}
        </Button>
      )}
      {main && !main.inWords && (
        <IconButton size="small" aria-label={`${main.label}: ${name}`} title={main.label} onClick={main.onClick}>
          <Icon path={main.icon} />
        </IconButton>
      )}
      {actions.length > 0 && (
        <IconButton
          size="small"
          aria-label={t('common.actions.moreFor', { name })}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          onClick={(event) => {
            setAnchor(event.currentTarget)
            setOpen(true)
          }}
        >
          <Icon path={mdiDotsVertical} />
        </IconButton>
      )}
      {/* The menus of a hundred rows cost as much as the rows: each is drawn from its first opening on. */}
      {anchor && (
        <Menu anchorEl={anchor} open={isOpen} onClose={() => setOpen(false)}>
          {actions.map(({ label, icon, onClick, danger, isDisabled = false }) => (
            <MenuItem
              key={label}
              disabled={isDisabled}
              onClick={() => {
                setOpen(false)
                onClick()
              }}
              sx={({ tokens: { palette } }) => ({ minHeight: 44, ...(danger ? { color: palette.error.text } : {}) })}
            >
              <ListItemIcon sx={{ color: 'inherit' }}>
                <Icon path={icon} />
              </ListItemIcon>
              <ListItemText primary={label} />
            </MenuItem>
          ))}
        </Menu>
      )}
    </Box>
  )
}
