import { type FormEvent, useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { useProblemFocus } from '../../shared/form/use-problem-focus.ts'

interface TextFormOptions<Name extends string> {
  initial: Record<Name, string>
  /** Problems of the typed texts; shown after the first attempt to send them. */
  check: (input: Record<Name, string>) => Partial<Record<Name, string | undefined>>
  send: { mutate: (input: Record<Name, string>) => void; isPending: boolean; error: Error | null }
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
    field: (name: Name) => ({
      name,
      required: true,
      value: input[name],
      onValue: (value: string) => setInput({ ...input, [name]: value }),
      problem: (attempts > 0 ? problems[name] : undefined) ?? fieldErrors[name]?.join(' '),
    }),
  }
}
