/** Keys without the calls, for the live messages. */
export const wallKeys = { all: ['wall'] as const }
