import { useState } from 'react'

/** Copies a text. The outcome is null again when the text changes. */
export function useCopy(value: string) {
  const [outcome, setOutcome] = useState<{ of: string; is: 'copied' | 'failed' }>()

  async function copy(): Promise<void> {
    try {
      // The clipboard is absent when the page came over plain HTTP.
      await navigator.clipboard.writeText(value)
      setOutcome({ of: value, is: 'copied' })
    } catch {
      setOutcome({ of: value, is: 'failed' })
    }
  }
  return { outcome: outcome?.of === value ? outcome.is : null, copy: () => void copy() }
}
