import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to a form's first wrong field, else to its alert (which needs `tabIndex={-1}`). If the focus stayed on the button after
 * a refusal, users of screen readers or magnifiers would not notice what happened.
 * @param refusal the server's last refusal; null while there is none
 * @param wrongTries how often the form was submitted with wrong fields, which the page itself refuses
 * @returns the form's ref
 */
export function useProblemFocus(refusal: Error | null, wrongTries = 0): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusal !== null) focusProblem(form.current)
  }, [refusal])
  useEffect(() => {
    if (wrongTries > 0) focusProblem(form.current)
  }, [wrongTries])
  return form
}

function focusProblem(form: HTMLFormElement | null): void {
  const wrong =
    form?.querySelector<HTMLElement>('[aria-invalid=true]') ?? form?.querySelector<HTMLElement>('[role=alert]')
  wrong?.focus()
}
