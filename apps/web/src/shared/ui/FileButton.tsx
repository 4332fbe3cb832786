import Button, { type ButtonProps } from '@mui/material/Button'
import { type ComponentType, useRef } from 'react'

interface Props extends Omit<ButtonProps, 'onClick'> {
  /** The text of the button, unless it has children, and the accessible name of the input. */
  label: string
  accept: string
  onFile: (file: File) => void
  /** The kind of button, such as `WriteButton`. */
  as?: ComponentType<ButtonProps>
}

/** A button that lets the user choose one file; it does nothing while `aria-disabled`. */
export function FileButton({ label, accept, onFile, as: Shown = Button, children = label, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Shown {...props} onClick={() => props['aria-disabled'] !== true && input.current?.click()}>
        {children}
      </Shown>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          // Lets the user choose the same file again, after it was corrected outside.
          target.value = ''
        }}
      />
    </>
  )
}
