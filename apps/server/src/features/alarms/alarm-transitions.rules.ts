import type { AlarmChange } from '../../core/database/schema-alarms.ts'

/** What reports of an alarm that nobody is called for. */
export type AlarmTransition = 'acknowledged' | 'shelved' | 'cleared' | 'closed'

/** What a change did with an alarm; several where one brings the other about. */
export function transitionsOf({ before: earlier, after }: AlarmChange): AlarmTransition[] {
  // The alarm of the same key that came before is another one.
  const before = earlier?.id === after.id ? earlier : null
  const isNew = (field: 'acknowledged_at' | 'shelved_until' | 'cleared_at' | 'closed_at') =>
    after[field] !== null && after[field] !== (before?.[field] ?? null)
  return [
    ...(isNew('acknowledged_at') ? (['acknowledged'] as const) : []),
    // A shelving that a new alarm takes over is nobody's deed.
    ...(before && isNew('shelved_until') ? (['shelved'] as const) : []),
    ...(isNew('cleared_at') ? (['cleared'] as const) : []),
    ...(isNew('closed_at') ? (['closed'] as const) : []),
  ]
}
