/** Why the product cannot start, in one line for the console; the process then ends with code 1. */
export class StartError extends Error {}

/** What the console shows of the error that ends the process: the line of a StartError, or the stack of any other. */
export function consoleText(error: unknown): string {
  if (error instanceof StartError) return error.message
  return error instanceof Error ? (error.stack ?? String(error)) : String(error)
}
