import { toNestErrors } from '@hookform/resolvers'
import { type BaseSyntheticEvent, useCallback, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
  type UseFormReturn,
} from 'react-hook-form'
import { ApiError } from '../api/api-error.ts'
import type { Problems } from './form-problems.ts'

export interface RecordFormOptions<V extends FieldValues, R> {
  /** The form's initial values; its keys, in order, are its fields. Flat: one key per field. */
  defaults: V
  /** The problems of the values, by field; empty when they can be sent. */
  check: (values: V) => Problems
  /**
   * Sends the values; `overwrite` is set when the record changed meanwhile and the user chooses to replace it.
   * @throws ApiError: its `errors` go to their fields, the rest above the form.
   */
  save: (values: V, how: { overwrite: boolean }) => Promise<R>
  /** Called after saving: closes the dialog and confirms. */
  onSaved: (answer: R) => void
  /** The first words of a refusal: `Kayıt hatası`. */
  failed: string
  /** Fetches the record's present values after a conflict; edited fields are not overwritten. */
  reload?: () => Promise<V>
  /** The form's field for a name in the server's `errors`, where they differ. */
  fieldOf?: (name: string, values: V) => string
}

type FormFailure = { kind: 'refused'; message: string } | { kind: 'stale' }

export interface RecordFormState<V extends FieldValues> {
  form: UseFormReturn<V>
  failure: FormFailure | null
  /** How often sending has failed; each failure shows a new summary. */
  submitted: number
  send: (event?: BaseSyntheticEvent) => Promise<void>
  overwrite: () => Promise<void>
  refresh: (() => Promise<void>) | undefined
}

const isKnown = (field: string, values: object) => Object.hasOwn(values, field)

/** The state of a record's form: checks, sending and refusals. */
export function useRecordForm<V extends FieldValues, R>({
  defaults,
  check,
  save,
  onSaved,
  failed,
  reload,
  fieldOf = (name) => name,
}: RecordFormOptions<V, R>): RecordFormState<V> {
  const [failure, setFailure] = useState<FormFailure | null>(null)
  const [submitted, setSubmitted] = useState(0)
  const untilReleased = useUntilReleased()
  const resolver: Resolver<V> = async (values, _context, options) => {
    await untilReleased()
    const problems = Object.entries(check(values))
    if (problems.length === 0) return { values, errors: {} }
    const errors = Object.fromEntries(problems.map(([field, message]) => [field, { type: 'check', message }]))
    return { values: {}, errors: toNestErrors<V>(errors as FieldErrors, options) }
  }
  const form = useForm<V>({
    defaultValues: defaults as DefaultValues<V>,
    resolver,
    mode: 'onSubmit',
    reValidateMode: 'onBlur',
    shouldFocusError: false,
  })

  function refused(error: unknown, values: V): void {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 412) return setFailure({ kind: 'stale' })
    const texts = Object.entries(error.errors).map(([name, each]) => [fieldOf(name, values), each.join(' ')] as const)
    const elsewhere = texts.filter(([field]) => !isKnown(field, defaults)).map(([, text]) => text)
    for (const [field, message] of texts) {
      if (isKnown(field, defaults)) form.setError(field as Path<V>, { type: 'server', message })
    }
    const atFields = texts.length > elsewhere.length
    setFailure({ kind: 'refused', message: [...(atFields ? [] : [error.message]), ...elsewhere].join(' ') || failed })
  }

  async function attempt(values: V, how: { overwrite: boolean }): Promise<void> {
    setFailure(null)
    try {
      onSaved(await save(values, how))
    } catch (error) {
      refused(error, values)
      setSubmitted((count) => count + 1)
    }
  }
  const sendWith = (how: { overwrite: boolean }) =>
    form.handleSubmit(
      (values) => attempt(values, how),
      () => {
        setFailure(null)
        setSubmitted((count) => count + 1)
      },
    )
  return {
    form,
    failure,
    submitted,
    send: (event) => sendWith({ overwrite: false })(event),
    overwrite: () => sendWith({ overwrite: true })(),
    refresh:
      reload &&
      (async () => {
        try {
          form.reset(await reload(), { keepDirtyValues: true })
          setFailure(null)
        } catch (error) {
          refused(error, form.getValues())
        }
      }),
  }
}

/** The browser fires `dragend` instead of `mouseup` when the press turned into a drag. */
const RELEASES = ['mouseup', 'dragend'] as const

/**
 * A promise that resolves at once while no mouse button is pressed, else when it is released. The validation that a press
 * starts (by leaving a field) must not move the page before the release: the click would miss its target.
 */
function useUntilReleased(): () => Promise<void> {
  const isPressed = useRef(false)
  const waiting = useRef<(() => void)[]>([])

  useEffect(() => {
    function hold() {
      isPressed.current = true
    }
    // The browser has fixed the click's target by now; waiting code continues before the click, and so before its calls.
    function letGo() {
      isPressed.current = false
      for (const goOn of waiting.current.splice(0)) goOn()
    }
    window.addEventListener('mousedown', hold, true)
    for (const release of RELEASES) window.addEventListener(release, letGo, true)
    return () => {
      window.removeEventListener('mousedown', hold, true)
      for (const release of RELEASES) window.removeEventListener(release, letGo, true)
      letGo()
    }
  }, [])

  return useCallback(
    () => (isPressed.current ? new Promise((resolve) => waiting.current.push(resolve)) : Promise.resolve()),
    [],
  )
}
