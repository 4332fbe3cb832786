const KEY = 'push-for'

/** Whether this user turned push on in this browser last: the server sends it to nobody else. */
export function isPushOwner(userId: number): boolean {
  try {
    return localStorage.getItem(KEY) === String(userId)
  } catch {
    return false
  }
}

/** @param userId null: nobody. */
export function setPushOwner(userId: number | null): void {
  try {
    if (userId === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, String(userId))
  } catch {
    // Without storage push is off after the next load.
  }
}
