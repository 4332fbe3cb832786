import type { Processor } from '@dalyan/contracts/logs'

/** The processor of actions without a user: the product itself. */
export const SYSTEM = { type: 'system', id: null, name: 'Dalyan' } as const satisfies Processor
