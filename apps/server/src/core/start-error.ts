/** Why the product cannot start, in one line for the console; the process then ends with code 1. */
export class StartError extends Error {}
