import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useId } from 'react'

/** On large screens: `sm` for a few fields, `md` for two columns, `full` for the whole screen. */
export type DialogWidth = 'sm' | 'md' | 'full'

interface Props {
  title: ReactNode
  width?: DialogWidth
  /** Called by Escape and a click beside the dialog; without it only its buttons close it. */
  onClose?: (() => void) | undefined
  children: ReactNode
}

/** A dialog named by its title, full screen on a phone. */
export function TitledDialog({ title, width = 'sm', onClose, children }: Props) {
  const id = useId()
  const isPhone = useMediaQuery('(max-width:599px)', { noSsr: true })
  return (
    <Dialog
      open
      fullScreen={isPhone || width === 'full'}
      fullWidth
      maxWidth={width === 'full' ? false : width}
      aria-labelledby={id}
      onClose={onClose}
    >
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      {children}
    </Dialog>
  )
}

/** The content of a dialog in one column. */
export const DIALOG_COLUMN = {
  display: 'grid',
  gap: 2,
  alignContent: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
} as const
