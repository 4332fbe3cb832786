import type { KeyMap } from '@dalyan/contracts/diagnosis'
import { invalidField } from '../../../core/errors.ts'
import type { UserActor } from '../../../core/http/actor.ts'
import { logEntry, userAction } from '../../../core/log-entries.ts'
import { requireLive } from '../../../core/records.ts'
import { terminalsRepository } from '../terminals.repository.ts'
import type { TerminalNeeds } from '../terminals.service.ts'

/**
 * Replaces the terminal's map of names, and adds its names to the maps of the terminals `also`. It applies to the next message.
 * @throws 404; 409 when it was deleted; 422 when one of the others is no terminal
 */
export async function saveKeyMap(
  needs: TerminalNeeds,
  id: number,
  { map, also = [] }: { map: KeyMap; also?: readonly number[] | undefined },
  caller: UserActor,
): Promise<{ map: KeyMap }> {
  const action = userAction(caller, needs.clock)
  const ids = [...new Set([id, ...also])]
  const announceLog = await needs.database.transact(async (on) => {
    const repository = terminalsRepository(on)
    const found = await repository.lockKeyMaps(ids)
    requireLive(found.find((terminal) => terminal.id === id))
    const isLive = found.length === ids.length && found.every(({ status }) => status !== 'deleted')
    if (!isLive) throw invalidField('also', 'unknown_terminal')
    const entries = []
    for (const terminal of found) {
      const before = terminal.key_map ?? {}
      const after = terminal.id === id ? map : { ...before, ...map }
      await repository.saveKeyMap(terminal.id, Object.keys(after).length > 0 ? after : null, action.by.id, action.at)
      const target = { kind: 'terminal' as const, id: terminal.id, name: terminal.code }
      await needs.audit(on, caller, { event: 'terminal_key_map_changed', target, before, after })
      entries.push(
        logEntry(terminal, 'updated' as const, action, { changes: { key_map: { from: before, to: after } } }),
      )
    }
    return needs.terminalLogs.write(on, entries)
  })
  announceLog()
  for (const each of ids) needs.events.emit('terminal.changed', { id: each, tank_ids: [] })
  await needs.directorySettled()
  return { map }
}
