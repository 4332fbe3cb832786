/** Folds as the database compares emails: ASCII letters to lower case, all other characters unchanged. */
export function foldedEmail(email: string): string {
  return email.replaceAll(/[A-Z]/g, (capital) => capital.toLowerCase())
}
