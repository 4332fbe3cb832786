const KEY = 'first-steps'

/** Whether the first steps are finished or dismissed in this browser. */
export function hasFinishedSteps(): boolean {
  try {
    return localStorage.getItem(KEY) === 'finished'
  } catch {
    return false
  }
}

export function finishSteps(): void {
  try {
    localStorage.setItem(KEY, 'finished')
  } catch {
    // Without storage the steps are shown again next time.
  }
}
