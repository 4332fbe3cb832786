/** Reads a text from the browser's storage; null when there is none, or the browser forbids storage. */
export function readStored(key: string, storage: () => Storage = () => localStorage): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or removes it with null; does nothing when the browser forbids storage. */
export function writeStored(key: string, value: string | null, storage: () => Storage = () => localStorage): void {
  try {
    if (value === null) storage().removeItem(key)
    else storage().setItem(key, value)
  } catch {
    // The value holds until the page closes.
  }
}

/** As `readStored`, for a value stored as JSON; null also when it is none. */
export function readStoredJson(key: string, storage?: () => Storage): unknown {
  try {
    return JSON.parse(readStored(key, storage) ?? 'null')
  } catch {
    return null
  }
}

/** The storage of this tab, which ends with it. */
export const tabStorage = () => sessionStorage
