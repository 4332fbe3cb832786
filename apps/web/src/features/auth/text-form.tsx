import { mdiEye, mdiEyeOff } from '@mdi/js'
import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import InputLabel from '@mui/material/InputLabel'
import OutlinedInput from '@mui/material/OutlinedInput'
import type { TFunction } from 'i18next'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../shared/api/api-error.ts'
import { useProblemFocus } from '../../shared/form/use-problem-focus.ts'
import { Icon } from '../../shared/ui/Icon.tsx'

interface TextFormOptions<Name extends string> {
  initial: Record<Name, string>
  /** Problems of the typed texts; shown after the first attempt to send them. */
  check: (input: Record<Name, string>) => Partial<Record<Name, string | undefined>>
  send: { mutate: (input: Record<Name, string>) => void; isPending: boolean; error: Error | null }
}

interface FieldState {
  name: string
  value: string
  onValue: (value: string) => void
  /** The problem of the value; absent: none. */
  problem: string | undefined
}

/** State of a form of required text fields. The login loads first, so it cannot have the form library of the other forms. */
export function useTextForm<Name extends string>({ initial, check, send }: TextFormOptions<Name>) {
  const [input, setInput] = useState(initial)
  const [attempts, setAttempts] = useState(0)
  const [wrongTries, setWrongTries] = useState(0)
  const ref = useProblemFocus(send.error, wrongTries)
  const problems = check(input)
  const fieldErrors = send.error instanceof ApiError ? send.error.errors : {}

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    setAttempts(attempts + 1)
    if (Object.values(problems).some((problem) => problem !== undefined)) setWrongTries(wrongTries + 1)
    else if (!send.isPending) send.mutate(input)
  }
  return {
    input,
    reset: () => {
      setInput(initial)
      setAttempts(0)
    },
    /** Whether the server refused a field, so that the reason is shown at the field. */
    hasFieldErrors: Object.keys(fieldErrors).length > 0,
    form: { component: 'form', ref, noValidate: true, onSubmit } as const,
    field: (name: Name): FieldState => ({
      name,
      value: input[name],
      onValue: (value: string) => setInput({ ...input, [name]: value }),
      problem: (attempts > 0 ? problems[name] : undefined) ?? fieldErrors[name]?.join(' '),
    }),
  }
}

interface TextInputProps extends FieldState {
  label: string
  type?: 'text' | 'email' | 'password'
  autoComplete: string
  endAdornment?: ReactNode
}

/**
 * A required text with its problem below. Smaller than MUI's TextField, which includes menus: the login is part of the first load.
 */
export function TextInput({ label, name, value, onValue, type = 'text', problem, ...input }: TextInputProps) {
  const id = useId()
  const problemId = `${id}-problem`
  return (
    <FormControl fullWidth required error={problem !== undefined}>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <OutlinedInput
        id={id}
        name={name}
        label={label}
        type={type}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        aria-describedby={problem === undefined ? undefined : problemId}
        {...input}
      />
      {problem !== undefined && <FormHelperText id={problemId}>{problem}</FormHelperText>}
    </FormControl>
  )
}

/** A password that can be shown. Pasting and password managers stay allowed. */
export function PasswordField(props: Omit<TextInputProps, 'type' | 'endAdornment'>) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <TextInput
      {...props}
      type={shown ? 'text' : 'password'}
      endAdornment={
        <InputAdornment position="end">
          <IconButton
            edge="end"
            aria-label={shown ? t('auth.hidePassword') : t('auth.showPassword')}
            onClick={() => setShown(!shown)}
          >
            <Icon path={shown ? mdiEyeOff : mdiEye} />
          </IconButton>
        </InputAdornment>
      }
    />
  )
}

interface NewPasswordFields {
  password: string
  password_confirmation: string
}

/** The two fields of a new password. */
export function NewPasswordFields({ field }: { field: (name: keyof NewPasswordFields) => FieldState }) {
  const { t } = useTranslation()
  return (
    <>
      <PasswordField label={t('auth.newPassword')} autoComplete="new-password" {...field('password')} />
      <PasswordField
        label={t('auth.newPasswordConfirmation')}
        autoComplete="new-password"
        {...field('password_confirmation')}
      />
    </>
  )
}

/** The problems of a new password that the page itself can see. */
export function newPasswordProblems(t: TFunction, { password, password_confirmation }: NewPasswordFields) {
  return {
    password: password === '' ? t('auth.newPasswordRequired') : undefined,
    password_confirmation: password === password_confirmation ? undefined : t('auth.passwordMismatch'),
  }
}
