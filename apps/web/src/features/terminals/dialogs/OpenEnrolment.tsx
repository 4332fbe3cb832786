import { useEnrolment } from '../use-enrolment.ts'
import { EnrolmentDialog } from './EnrolmentDialog.tsx'

/** Asks for how long new devices may enter the list. */
export function OpenEnrolment({ onClose }: { onClose: () => void }) {
  const enrol = useEnrolment()
  return (
    <EnrolmentDialog
      onOpen={async (minutes) => {
        await enrol.mutateAsync(minutes)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
