import type { Tank } from '@dalyan/contracts/tanks'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useDone } from '../../../shared/form/use-done.ts'
import { may, useUser } from '../../../shared/session/user.ts'
import { seriesKeys } from '../../measurements/public/measurements.queries.ts'
import { tankKeys } from '../../records/public/tanks.queries.ts'
import type { TankPageDialog } from './detail-search.ts'
import { onDemand } from '../../../shared/ui/on-demand.tsx'

const TankDialogs = lazy(async () => ({ default: (await import('../dialogs/TankDialogs.tsx')).TankDialogs }))
const AssignTerminals = lazy(async () => ({
  default: (await import('../dialogs/AssignTerminals.tsx')).AssignTerminals,
}))
const ManualReadingDialog = onDemand(
  async () => (await import('../../measurements/public/ManualReadingDialog.tsx')).ManualReadingDialog,
)

const ShareTankDialog = onDemand(async () => (await import('../shared/ShareTankDialog.tsx')).ShareTankDialog)
const ModeDialog = onDemand(async () => (await import('../modes/ModeDialog.tsx')).ModeDialog)

interface Props {
  dialog: TankPageDialog
  tank: Tank
  onOpen: (dialog: TankPageDialog) => void
  onClose: () => void
}

/** The dialogs of a tank's page, each only for users with its permission. */
export function TankPageDialogs({ dialog, tank, onOpen, onClose }: Props) {
  const { t } = useTranslation()
  const user = useUser()
  const done = useDone(onClose, tankKeys.all, seriesKeys.ofTank(tank.id))
  if (dialog === 'reading') {
    if (tank.status === 'deleted' || !may(user, 'measurements.create')) return null
    return <ManualReadingDialog tank={tank} onSaved={() => done(t('measurements.add.success'))} onClose={onClose} />
  }
  if (dialog === 'mode') {
    if (tank.status === 'deleted' || !may(user, 'tanks.operate')) return null
    return <ModeDialog tanks={[tank]} onClose={onClose} />
  }
  if (dialog === 'share') {
    if (tank.status === 'deleted' || !may(user, 'settings.manage')) return null
    return <ShareTankDialog tank={tank} onClose={onClose} />
  }
  if (!may(user, dialog === 'edit' ? 'tanks.operate' : 'tanks.manage')) return null
  return (
    <Suspense>
      {dialog === 'assign' ? (
        tank.status !== 'deleted' && <AssignTerminals tankId={tank.id} onClose={onClose} />
      ) : (
        <TankDialogs dialog={dialog} id={tank.id} onOpen={() => onOpen('edit')} onClose={onClose} />
      )}
    </Suspense>
  )
}
