import FormControl from '@mui/material/FormControl'
import InputLabel from '@mui/material/InputLabel'
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import type { SxProps, Theme } from '@mui/material/styles'
import { useId } from 'react'

interface Props extends Omit<OutlinedInputProps, 'id' | 'label' | 'size' | 'sx' | 'notched'> {
  label: string
  /** The label stands above the text also while there is none. */
  isLabelAbove?: boolean
  sx: SxProps<Theme>
}

/** A small text field. MUI's TextField includes lists of choices with their menus, so that no page that is opened first uses it. */
export function PlainTextField({ label, isLabelAbove = false, sx, ...input }: Props) {
  const id = useId()
  return (
    <FormControl size="small" sx={sx}>
      <InputLabel htmlFor={id} {...(isLabelAbove ? { shrink: true } : {})}>
        {label}
      </InputLabel>
      <OutlinedInput id={id} label={label} {...(isLabelAbove ? { notched: true } : {})} {...input} />
    </FormControl>
  )
}
