import type { JournalEntry } from '@dalyan/contracts/journal'
import type { JournalKind } from '@dalyan/contracts/journal-words'
import type { Tank } from '@dalyan/contracts/tanks'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isOnline } from '../../../shared/api/online.ts'
import { formatTime } from '../../../shared/format/date-time.ts'
import { useUser } from '../../../shared/session/user.ts'
import { useSnackbar } from '../../../shared/ui/SnackbarProvider.tsx'
import { MODE_PRESETS } from '../../records/public/tank-modes.ts'
import { useTankMode } from '../../records/public/use-tank-mode.ts'
import { journalKeys } from './journal-keys.ts'
import { newEntryId, writeEntry } from './journal-queue.ts'

/** What an entry says, without its id. */
export type EntryValues = Pick<JournalEntry, 'kind' | 'at' | 'amount' | 'unit' | 'note'>
/** An entry as its user just wrote it, or as the server has it. */
export type WrittenEntry = EntryValues & Pick<JournalEntry, 'id'>

/** The work whose mode may start with its entry. */
export const WITH_MODE = ['cleaning', 'water_change', 'treatment', 'calibration'] as const satisfies JournalKind[]
export type WorkWithMode = (typeof WITH_MODE)[number]
export const hasMode = (kind: JournalKind): kind is WorkWithMode => WITH_MODE.some((each) => each === kind)

/** Writes, corrects and withdraws entries of a tank, with or without a network, and confirms each by a message. */
export function useJournal(tank: Pick<Tank, 'id' | 'code'>, onDetails: (entry: WrittenEntry) => void) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const user = useUser()
  const show = useSnackbar()
  const mode = useTankMode(tank.id)

  async function send(values: EntryValues, correction: { corrects?: string; withdrawn?: boolean } = {}) {
    const entry = { ...values, ...correction, id: newEntryId(), tank_id: tank.id }
    const outcome = await writeEntry({ user_id: user.id, tank_code: tank.code, entry })
    if (outcome === 'stored') void cache.invalidateQueries({ queryKey: journalKeys.all })
    return { entry: { ...values, id: entry.id }, outcome }
  }
  const words = ({ kind, at }: EntryValues) => ({ kind: t(`journal.kinds.${kind}`), time: formatTime(at) })

  async function withdraw(entry: WrittenEntry): Promise<void> {
    const { outcome } = await send({ ...entry, amount: null, unit: null, note: null }, withdrawalOf(entry))
    show(t(outcome === 'refused' ? 'journal.refused' : 'journal.undone', words(entry)))
  }

  return {
    /** `withMode`: starts the mode of the same name too, which undoing ends again. */
    async write(values: EntryValues, withMode: boolean): Promise<void> {
      const { kind } = values
      const startsMode = withMode && hasMode(kind) && isOnline()
      const started = startsMode ? mode.start.mutateAsync({ name: kind, ...MODE_PRESETS[kind] }) : null
      const hasStarted = started?.then(
        () => true,
        () => false,
      )
      const { entry, outcome } = await send(values)
      if (outcome === 'refused') return show(t('journal.refused', words(entry)))
      const message = [
        t(outcome === 'stored' ? 'journal.saved' : 'journal.queued', words(entry)),
        ...((await hasStarted) === false ? [t('tankModes.startFailed')] : []),
      ].join('. ')
      show(message, [
        { label: t('journal.details'), onClick: () => onDetails(entry) },
        {
          label: t('journal.undo'),
          onClick: () => {
            void hasStarted?.then((isRunning) => isRunning && mode.end.mutate())
            void withdraw(entry)
          },
        },
      ])
    },

    /** Writes a new entry in place of this one. */
    async correct(entry: WrittenEntry, values: EntryValues): Promise<void> {
      const { outcome } = await send(values, { corrects: entry.id })
      show(t(outcome === 'refused' ? 'journal.refused' : 'journal.corrected', words(values)))
    },

    withdraw,
  }
}

const withdrawalOf = ({ id }: WrittenEntry) => ({ corrects: id, withdrawn: true })
