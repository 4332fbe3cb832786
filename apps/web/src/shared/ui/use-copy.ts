import { useState } from 'react'

/** Copies a text and says how that went; the word is gone as soon as the text is another one. */
export function useCopy(value: string) {
  const [outcome, setOutcome] = useState<{ of: string; is: 'copied' | 'failed' }>()

  async function copy(): Promise<void> {
    try {
      // Absent where the page came over plain HTTP.
      await navigator.clipboard.writeText(value)
      setOutcome({ of: value, is: 'copied' })
    } catch {
      setOutcome({ of: value, is: 'failed' })
    }
  }
  return { outcome: outcome?.of === value ? outcome.is : null, copy: () => void copy() }
}
