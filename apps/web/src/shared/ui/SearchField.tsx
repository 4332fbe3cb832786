import { mdiMagnify } from '@mdi/js'
import InputAdornment from '@mui/material/InputAdornment'
import { useState } from 'react'
import { Icon } from './Icon.tsx'
import { PlainTextField } from './PlainTextField.tsx'
import { useAfterPause } from './use-after-pause.ts'

interface Props {
  label: string
  placeholder: string
  value: string
  /** Called with the typed text after a pause of 300 ms. */
  onSearch: (text: string) => void
}

export function SearchField({ label, placeholder, value, onSearch }: Props) {
  const [text, setText] = useState(value)
  const [sent, setSent] = useState(value)
  const afterPause = useAfterPause()

  // The address changed by the back button or "clear filters".
  if (value !== sent) {
    setSent(value)
    setText(value)
  }

  function type(next: string) {
    setText(next)
    afterPause(() => {
      setSent(next.trim())
      onSearch(next.trim())
    })
  }

  return (
    <PlainTextField
      type="search"
      label={label}
      isLabelAbove
      placeholder={placeholder}
      value={text}
      onChange={(event) => type(event.target.value)}
      inputProps={{ maxLength: 200 }}
      startAdornment={
        <InputAdornment position="start">
          <Icon path={mdiMagnify} />
        </InputAdornment>
      }
      sx={{ flex: '1 1 200px', maxWidth: { sm: 320 } }}
    />
  )
}
