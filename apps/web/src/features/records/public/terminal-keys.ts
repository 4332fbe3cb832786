/** A separate file, because the handlers of live messages need the keys without the calls. */
export const terminalKeys = {
  all: ['terminals'] as const,
  one: (id: number) => ['terminals', 'one', id] as const,
}
