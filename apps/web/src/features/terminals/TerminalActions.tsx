import type { Terminal } from '@dalyan/contracts/terminals'
import {
  mdiCancel,
  mdiCheckDecagram,
  mdiDeleteOutline,
  mdiEyeOutline,
  mdiKeyChange,
  mdiLockOpenVariantOutline,
  mdiPencil,
  mdiRestore,
} from '@mdi/js'
import { useTranslation } from 'react-i18next'
import { type RowAction, RowActions } from '../../shared/list/RowActions.tsx'
import type { DialogsOf } from '../../shared/resource/ResourcePage.tsx'
import type { terminalList } from './terminal-list-search.ts'

type TerminalDialog = DialogsOf<typeof terminalList>

interface Props {
  terminal: Terminal
  /** The terminal's own page shows its fields already. */
  isRead?: boolean
  onOpen: (dialog: TerminalDialog) => void
}

/** The buttons of a terminal, by its status: the first one of a waiting terminal authorizes it. */
export function TerminalActions({ terminal: { code, status }, isRead = false, onOpen }: Props) {
  const { t } = useTranslation()
  const action = (dialog: TerminalDialog, label: string, icon: string, danger = false): RowAction => ({
    label,
    icon,
    danger,
    onClick: () => onOpen(dialog),
  })
  const view = isRead ? [] : [action('view', t('common.actions.view'), mdiEyeOutline)]
  const edit = action('edit', t('common.actions.edit'), mdiPencil)
  const authorize = action('authorize', t('terminals.actions.authorize'), mdiCheckDecagram)
  const ban = action('ban', t('terminals.actions.ban'), mdiCancel, true)
  const unban = action('unban', t('terminals.actions.unban'), mdiLockOpenVariantOutline)
  const key = action('key', t('terminals.actions.rotateKey'), mdiKeyChange)
  const remove = action('delete', t('common.actions.delete'), mdiDeleteOutline, true)

  if (status === 'deleted') {
    const restore = action('restore', t('common.actions.restore'), mdiRestore)
    return <RowActions name={code} {...(view[0] ? { main: view[0] } : {})} actions={[restore]} />
  }
  if (status === 'unauthorized') {
    return <RowActions name={code} main={{ ...authorize, inWords: true }} actions={[...view, edit, ban, remove]} />
  }
  if (status === 'banned') return <RowActions name={code} main={edit} actions={[...view, unban, remove]} />
  return <RowActions name={code} main={edit} actions={[...view, key, ban, remove]} />
}
