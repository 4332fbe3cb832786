import { expect } from '@playwright/test'

/** Playwright's `expect` with the patience that a busy machine asks for; outside of its own runner no setting reaches it. */
export const see = expect.configure({ timeout: 20_000 })
