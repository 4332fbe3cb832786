import type { Processor } from '@dalyan/contracts/logs'

/** Who did it where nobody did: the product itself. */
export const SYSTEM = { type: 'system', id: null, name: 'Dalyan' } as const satisfies Processor
