/** Apart from the calls: what listens to the socket knows the keys alone. */
export const terminalKeys = {
  all: ['terminals'] as const,
  one: (id: number) => ['terminals', 'one', id] as const,
}
