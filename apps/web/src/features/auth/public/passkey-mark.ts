/** Stored where a passkey was made or used in this browser, so that its login offers it first. */
export const PASSKEY_MARK = 'passkey'
