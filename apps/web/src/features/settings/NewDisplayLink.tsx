import { DisplayLinkInput, displayLinksApi } from '@dalyan/contracts/display-links'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { reachable } from '../../shared/browser/reachable.ts'
import { contractProblems } from '../../shared/form/form-problems.ts'
import { FormDialog } from '../../shared/form/FormDialog.tsx'
import type { PickOption } from '../../shared/form/FormPicker.tsx'
import { FormText } from '../../shared/form/FormText.tsx'
import { FirmPicker } from '../records/public/FirmPicker.tsx'
import { LinkAddress, type MadeLink } from './public/LinkAddress.tsx'

interface DisplayLinkFormValues {
  name: string
  firm_id: PickOption | null
}

const bodyOf = ({ name, firm_id }: DisplayLinkFormValues): DisplayLinkInput => ({
  name: name.trim(),
  firm_id: firm_id?.id ?? null,
})

/** Creates a display link, and shows its address for the only time. */
export function NewDisplayLinkDialog({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const [made, setMade] = useState<MadeLink | null>(null)
  if (made) return <LinkAddress {...made} warning={t('displayLinks.once')} onClose={onClose} />
  return (
    <FormDialog<DisplayLinkFormValues, MadeLink>
      title={t('displayLinks.newTitle')}
      submit={t('displayLinks.submit')}
      failed={t('displayLinks.saveFailed')}
      defaults={{ name: '', firm_id: null }}
      check={(values) => contractProblems(DisplayLinkInput, bodyOf(values))}
      save={async (values) => {
        const body = bodyOf(values)
        const { url } = await call(displayLinksApi.create, { body })
        return { name: body.name, url: reachable(url) }
      }}
      onSaved={(link) => {
        setMade(link)
        onMade()
      }}
      onClose={onClose}
    >
      <FormText name="name" label={t('displayLinks.name')} hint={t('displayLinks.nameHint')} maxLength={120} required />
      <FirmPicker name="firm_id" label={t('displayLinks.firm')} hint={t('displayLinks.firmHint')} />
    </FormDialog>
  )
}
