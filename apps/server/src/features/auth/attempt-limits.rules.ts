import type { AttemptLimit } from './attempts.repository.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/**
 * How often something may be tried before further attempts wait (429 `too_many_attempts`). The services add what is counted: an account, an
 * address, a browser. Limits of devices: ingest/admit.
 */
export const ATTEMPT_LIMITS = {
  /** Wrong passwords for one account from one address. */
  signIn: { limit: 5, windowSeconds: MINUTE },
  /** Wrong passwords from one address, for any account. */
  signInFromAddress: { limit: 50, windowSeconds: 15 * MINUTE },
  /**
   * Wrong passwords for one account from all addresses (a known browser counts by itself): the next sign-in is delayed by at most a minute,
   * so that no account is locked out for good.
   */
  signInAnywhere: { limit: 10, windowSeconds: HOUR, mostSeconds: MINUTE },

  registerFromAddress: { limit: 5, windowSeconds: HOUR },
  /** New accounts of the whole installation. */
  register: { limit: 60, windowSeconds: HOUR },

  /** Wrong current passwords of one user. */
  changePassword: { limit: 5, windowSeconds: 15 * MINUTE },

  /** Joins account and address, so that callers elsewhere cannot use up the account owner's; the next two only bound the number of emails. */
  askReset: { limit: 3, windowSeconds: HOUR },
  askResetOfAccount: { limit: 30, windowSeconds: HOUR },
  askResetFromAddress: { limit: 30, windowSeconds: HOUR },

  /** Emails to one user that confirm the address. */
  askConfirmation: { limit: 3, windowSeconds: HOUR },
} satisfies Record<string, Omit<AttemptLimit, 'key'>>

/** Attempts older than this count for no limit. */
export const LONGEST_WINDOW_MS = Math.max(...Object.values(ATTEMPT_LIMITS).map((one) => one.windowSeconds)) * 1000
