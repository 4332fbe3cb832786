/** In a file of their own: the handlers of live messages need the keys without the calls. */
export const terminalKeys = {
  all: ['terminals'] as const,
  one: (id: number) => ['terminals', 'one', id] as const,
}
