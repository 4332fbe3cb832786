import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useEffect, useRef } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

interface Props {
  /** The form's fields, in their order on screen. */
  fields: readonly string[]
  /** The title: what failed. */
  title: string
  /** The server's message that belongs to no field. */
  message: string | null
}

/** All problems, above the form; takes the focus when it appears, and each line leads to its field. */
export function ProblemSummary({ fields, title, message }: Props) {
  const { t } = useTranslation()
  const { setFocus } = useFormContext()
  const { errors, submitCount } = useFormState()
  const alert = useRef<HTMLDivElement>(null)
  const hasTaken = useRef(false)
  // Once only: a later problem must not take the focus away from the next field.
  useEffect(() => {
    if (hasTaken.current || !alert.current) return
    hasTaken.current = true
    alert.current.focus()
  })

  const problems = fields.flatMap((field) => {
    const text = errors[field]?.message
    return typeof text === 'string' ? [{ field, text }] : []
  })
  if (submitCount === 0 || (problems.length === 0 && message === null)) return null
  return (
    <Alert ref={alert} severity="error" variant="outlined" tabIndex={-1}>
      <AlertTitle>{problems.length > 0 ? t('errors.formInvalid') : title}</AlertTitle>
      {message}
      {problems.length > 0 && <div>{t('errors.summaryTitle', { count: problems.length })}</div>}
      {problems.length > 0 && (
        <Box component="ul" sx={{ m: 0, pl: 2 }}>
          {problems.map(({ field, text }) => (
            <li key={field}>
              <Link component="button" type="button" color="inherit" align="left" onClick={() => setFocus(field)}>
                {text}
              </Link>
            </li>
          ))}
        </Box>
      )}
    </Alert>
  )
}
