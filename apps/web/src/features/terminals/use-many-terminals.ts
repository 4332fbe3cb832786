import {
  type Terminal,
  type TerminalStatus,
  terminalsApi,
  type WRITABLE_TERMINAL_STATUSES,
} from '@dalyan/contracts/terminals'
import { mdiCancel, mdiLockOpenVariantOutline, mdiPauseCircleOutline, mdiPlayCircleOutline } from '@mdi/js'
import { useTranslation } from 'react-i18next'
import { callIfMatch, callTagged } from '../../shared/api/call.ts'
import type { ManyAction } from '../../shared/resource/many-actions.ts'

interface StatusChange {
  name: 'activate' | 'deactivate' | 'ban' | 'unban'
  icon: string
  from: readonly TerminalStatus[]
  to: (typeof WRITABLE_TERMINAL_STATUSES)[number]
  danger?: boolean
}

/** A waiting device is let in one by one only: its address and fingerprint are compared. */
const CHANGES: readonly StatusChange[] = [
  { name: 'unban', icon: mdiLockOpenVariantOutline, from: ['banned'], to: 'active' },
  { name: 'activate', icon: mdiPlayCircleOutline, from: ['inactive', 'suspended'], to: 'active' },
  { name: 'deactivate', icon: mdiPauseCircleOutline, from: ['active', 'suspended'], to: 'inactive' },
  {
    name: 'ban',
    icon: mdiCancel,
    from: ['active', 'inactive', 'suspended', 'unauthorized'],
    to: 'banned',
    danger: true,
  },
]

/** What else can be done with selected terminals. Permission: `iots.manage`. */
export function useManyTerminals(): ManyAction<Terminal>[] {
  const { t } = useTranslation()
  return CHANGES.map(({ name, icon, from, to, danger = false }) => ({
    label: t(`terminals.actions.${name}`),
    icon,
    danger,
    isFor: ({ status }) => from.includes(status),
    title: (count) => t(`terminals.many.${name}.title`, { count }),
    body: t(`terminals.actions.${name}Body`),
    run: async ({ id }) => {
      const { etag } = await callTagged(terminalsApi.get, { params: { id } })
      return callIfMatch(terminalsApi.update, etag, { params: { id }, body: { status: to } })
    },
    done: (count) => t(`terminals.many.${name}.done`, { count }),
  }))
}
