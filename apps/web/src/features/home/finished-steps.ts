const KEY = 'first-steps'

/** Whether this browser's administrator has seen the first steps through, or put them away. */
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
    // shown again next time
  }
}
