import { type BrandColour } from '@dalyan/contracts/brand-colours'
import { type Branding, BrandingChange, brandingApi } from '@dalyan/contracts/branding'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { brandingQueries } from './branding.queries.ts'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { contractProblems } from '../../../shared/form/form-problems.ts'
import { FormText } from '../../../shared/form/FormText.tsx'
import { ProblemSummary } from '../../../shared/form/ProblemSummary.tsx'
import { useRecordForm } from '../../../shared/form/use-record-form.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { useSnackbar } from '../../../shared/ui/SnackbarProvider.tsx'
import { OfflineNote, WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { BrandPreview } from '../BrandPreview.tsx'
import { ColourField } from '../ColourField.tsx'
import { LogoSetting } from '../LogoSetting.tsx'

type BrandValues = Record<'name' | BrandColour | 'email' | 'phone' | 'website', string>

/** The form in which an administrator changes the brand, with a preview. */
export function BrandingSettings() {
  const { t } = useTranslation()
  const { data, refetch } = useQuery(brandingQueries.config())
  // A reset changes the key of the form, so that its fields start again.
  const [resets, setResets] = useState(0)
  if (!data) return <Skeleton variant="rounded" height={320} />
  // The built-in values must not be saved over a brand that was not loaded.
  if (!data.fromServer) {
    return <ErrorAlert error={new Error(t('settings.branding.defaultsNote'))} onRetry={() => void refetch()} />
  }
  return <Editor key={resets} branding={data.branding} onReset={() => setResets(resets + 1)} />
}

function Editor({ branding, onReset }: { branding: Branding; onReset: () => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const show = useSnackbar()
  const [isAsking, setIsAsking] = useState(false)
  const [logo, setLogo] = useState<string | null>(null)
  const { form, failure, submitted, send } = useRecordForm<BrandValues, Branding>({
    defaults: valuesOf(branding),
    check: (values) => contractProblems(BrandingChange, changeOf(values)),
    save: async (values) => (await call(brandingApi.update, { body: changeOf(values) })).data,
    onSaved: (saved) => {
      store(saved)
      form.reset(valuesOf(saved))
      show(t('settings.branding.saved'))
    },
    failed: t('settings.branding.saveFailed'),
  })
  const store = (saved: Branding) =>
    cache.setQueryData(brandingQueries.config().queryKey, { branding: saved, fromServer: true })
  const typed = useWatch({ control: form.control }) as BrandValues
  const { isSubmitting } = form.formState

  async function reset(): Promise<void> {
    await call(brandingApi.reset)
    await cache.refetchQueries({ queryKey: brandingQueries.config().queryKey })
    setIsAsking(false)
    onReset()
    show(t('settings.branding.resetDone'))
  }

  return (
    <FormProvider {...form}>
      <Quiet small>{t('settings.branding.editHint')}</Quiet>
      <Box sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: { md: '3fr 2fr' } }}>
        <Box
          component="form"
          noValidate
          aria-label={t('settings.sections.branding')}
          onSubmit={(event) => void send(event)}
          sx={{ display: 'grid', gap: 2, minWidth: 0 }}
        >
          <ProblemSummary
            key={submitted}
            fields={Object.keys(typed)}
            title={t('settings.branding.saveFailed')}
            message={failure?.kind === 'refused' ? failure.message : null}
          />
          <FormText
            name="name"
            label={t('settings.branding.productName')}
            hint={t('settings.branding.productNameHint')}
            maxLength={60}
          />
          <ColourField name="primary_color" label={t('settings.branding.colourNames.primaryColor')} />
          <ColourField name="secondary_color" label={t('settings.branding.colourNames.secondaryColor')} />
          <ColourField name="accent_color" label={t('settings.branding.colourNames.accentColor')} />
          <FormText name="email" type="email" label={t('settings.branding.contactNames.email')} maxLength={254} />
          <FormText name="phone" type="tel" label={t('settings.branding.contactNames.phone')} maxLength={40} />
          <FormText
            name="website"
            label={t('settings.branding.contactNames.website')}
            hint={t('settings.branding.websiteHint')}
            maxLength={200}
          />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
            <WriteButton type="submit" variant="contained" aria-disabled={isSubmitting}>
              {isSubmitting ? t('common.states.saving') : t('common.actions.save')}
            </WriteButton>
            <Button onClick={() => setIsAsking(true)}>{t('settings.branding.reset')}</Button>
            <OfflineNote />
          </Box>
        </Box>
        <BrandPreview typed={typed} logo={logo ?? branding.logo.icon} />
      </Box>
      <LogoSetting logo={branding.logo.primary} chosen={logo} onChosen={setLogo} onSaved={store} />
      {isAsking && (
        <ConfirmDialog
          title={t('settings.branding.resetTitle')}
          body={t('settings.branding.resetBody')}
          confirm={t('settings.branding.reset')}
          failed={t('settings.branding.saveFailed')}
          onClose={() => setIsAsking(false)}
          onConfirm={reset}
        />
      )}
    </FormProvider>
  )
}

function valuesOf({ name, theme, contact }: Branding): BrandValues {
  return {
    name: name.original,
    primary_color: theme.primaryColor,
    secondary_color: theme.secondaryColor,
    accent_color: theme.accentColor,
    email: contact.email ?? '',
    phone: contact.phone ?? '',
    website: contact.website ?? '',
  }
}

/** An empty field restores the product's own value. */
function changeOf(values: BrandValues): BrandingChange {
  return Object.fromEntries(Object.entries(values).map(([field, text]) => [field, text.trim() === '' ? null : text]))
}
