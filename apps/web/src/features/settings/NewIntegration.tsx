import { deviceApi } from '@dalyan/contracts/device-messages'
import {
  homeAssistantUser,
  INTEGRATION_KINDS,
  type IntegrationKind,
  IntegrationInput,
  integrationsApi,
} from '@dalyan/contracts/integrations'
import type { DeviceAddress } from '@dalyan/contracts/terminals'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useState } from 'react'
import type { Words } from '../../locales/words.ts'
import { call } from '../../shared/api/call.ts'
import { contractProblems } from '../../shared/form/form-problems.ts'
import { FormDialog } from '../../shared/form/FormDialog.tsx'
import type { PickOption } from '../../shared/form/FormPicker.tsx'
import { FormSelect } from '../../shared/form/FormSelect.tsx'
import { FormText } from '../../shared/form/FormText.tsx'
import { CopyField } from '../../shared/ui/CopyField.tsx'
import { QueryError } from '../../shared/ui/ErrorAlert.tsx'
import { DIALOG_COLUMN, TitledDialog } from '../../shared/ui/TitledDialog.tsx'
import { FirmPicker } from '../records/public/FirmPicker.tsx'
import { terminalQueries } from '../records/public/terminals.queries.ts'

interface IntegrationFormValues {
  kind: IntegrationKind
  name: string
  firm_id: PickOption | null
}

interface CreatedIntegration {
  id: number
  kind: IntegrationKind
  name: string
  secret: string
}

/** The standard port of MQTT. */
const MQTT_PORT = 1883

const bodyOf = ({ kind, name, firm_id }: IntegrationFormValues): IntegrationInput => ({
  kind,
  name: name.trim(),
  firm_id: firm_id?.id ?? null,
})

/** Creates an integration, and shows its secret for the only time, with what to enter in the other system. */
export function NewIntegrationDialog({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const [made, setMade] = useState<CreatedIntegration | null>(null)
  if (made) return <IntegrationSetup {...made} onClose={onClose} />
  return (
    <FormDialog<IntegrationFormValues, CreatedIntegration>
      title={t('settings.integrations.newTitle')}
      submit={t('settings.integrations.add')}
      failed={t('settings.integrations.saveFailed')}
      defaults={{ kind: 'chirpstack', name: '', firm_id: null }}
      check={(values) => contractProblems(IntegrationInput, bodyOf(values))}
      save={async (values) => {
        const body = bodyOf(values)
        const { id, secret } = await call(integrationsApi.create, { body })
        return { id, kind: body.kind, name: body.name, secret }
      }}
      onSaved={(integration) => {
        setMade(integration)
        onMade()
      }}
      onClose={onClose}
    >
      <FormSelect
        name="kind"
        label={t('settings.integrations.kind')}
        options={INTEGRATION_KINDS.map((value) => ({ value, label: t(`settings.integrations.kinds.${value}`) }))}
      />
      <FormText
        name="name"
        label={t('settings.integrations.name')}
        hint={t('settings.integrations.nameHint')}
        maxLength={120}
        required
      />
      <FirmPicker name="firm_id" label={t('settings.integrations.firm')} hint={t('settings.integrations.firmHint')} />
    </FormDialog>
  )
}

/** Neither Escape nor a click beside the dialog closes it. */
function IntegrationSetup({ onClose, ...made }: CreatedIntegration & { onClose: () => void }) {
  const { t } = useTranslation()
  const { kind, name } = made
  const address = useQuery(terminalQueries.deviceAddress())
  return (
    <TitledDialog title={t('settings.integrations.readyTitle', { name })}>
      <DialogContent sx={DIALOG_COLUMN}>
        <Alert severity="warning">{t('settings.integrations.once')}</Alert>
        {address.isPending && <Skeleton variant="rounded" height={72} />}
        <QueryError query={address} title={t('settings.integrations.addressFailed')} />
        {address.data?.local_only && <Alert severity="info">{t('settings.integrations.localOnly')}</Alert>}
        {!address.isPending &&
          setupValues(made, address.data).map(([field, value]) => {
            const label = t(`settings.integrations.values.${field}`)
            return (
              <Box key={field}>
                <Typography variant="body2">{label}</Typography>
                <CopyField label={label} copyLabel={t('settings.integrations.copy', { label })} value={value} />
              </Box>
            )
          })}
        <SetupSteps text={t(`settings.integrations.steps.${kind}`)} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button autoFocus variant="contained" onClick={onClose}>
          {t('settings.integrations.done')}
        </Button>
      </DialogActions>
    </TitledDialog>
  )
}

type SetupField = keyof Words['settings']['integrations']['values']

/** The values to enter in the other system. @param address undefined when it could not be read; then the page's own is shown */
function setupValues(
  { id, kind, secret }: CreatedIntegration,
  address: DeviceAddress | undefined,
): [SetupField, string][] {
  const { hostname, origin } = new URL(address?.url ?? window.location.href)
  if (kind === 'home_assistant')
    return [
      ['host', hostname.replaceAll(/[[\]]/g, '')],
      ['port', String(address?.mqtt_port ?? MQTT_PORT)],
      ['user', homeAssistantUser(id)],
      ['password', secret],
    ]
  return [
    ['address', `${origin}${deviceApi.lorawan.path}`],
    ['header_name', 'Authorization'],
    ['header_value', `Bearer ${secret}`],
  ]
}

/** @param text one step in each line */
function SetupSteps({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <Box>
      <Typography variant="h2">{t('settings.integrations.stepsTitle')}</Typography>
      <Box component="ol" sx={{ mt: 1, mb: 0, pl: 3, display: 'grid', gap: 0.5 }}>
        {text.split('\n').map((step) => (
          <li key={step}>{step}</li>
        ))}
      </Box>
    </Box>
  )
}
