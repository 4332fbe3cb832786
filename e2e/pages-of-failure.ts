import { afterEach } from 'vitest'
import { openPages } from './browser.ts'

const LONGEST_TEXT = 1_500

/** Prints what each open page shows after a test failed: that a locator was not found does not say what was there instead. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const page of openPages()) {
    const text = await page
      .locator('body')
      .innerText({ timeout: 5_000 })
      .catch((error: unknown) => String(error))
    process.stdout.write(`After "${task.name}" failed, ${page.url()} shows:\n${text.slice(0, LONGEST_TEXT)}\n`)
  }
})
