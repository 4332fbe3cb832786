import { expect } from '@playwright/test'

/** Playwright's `expect` with a long timeout for busy machines; outside Playwright's runner no configuration file sets it. */
export const see = expect.configure({ timeout: 60_000 })
