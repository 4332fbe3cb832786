/** As the database compares e-mails: without ASCII case, every other character as it is. */
export function foldedEmail(email: string): string {
  return email.replaceAll(/[A-Z]/g, (capital) => capital.toLowerCase())
}
