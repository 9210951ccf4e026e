import { Anchor, Button, Group, Select, Stack, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import type { FoundPatient } from '#contract/patients'

import { eyes } from '../../i18n/eyes.ts'
import { count } from '../../i18n/format.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { useShowDialog } from '../../ui/dialogs.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { IconDownload, IconTrash } from '../../ui/icons.ts'
import { exportAddress, type Which } from './api.ts'
import { EraseForm } from './erase-form.tsx'

interface FoundPartsProps {
  which: Which
  found: FoundPatient
  onChange: (which: Which) => void
}

/** The patient's data by dataset, with export and erasure. */
export function FoundParts({ which, found, onChange }: FoundPartsProps) {
  const { t } = useTranslation()
  const { counts, sent, names } = found
  if (found.datasets.length === 0) return <EmptyState title={t('patients.none')} />
  return (
    <Stack gap="md">
      {found.issuers.length > 1 && <Issuer which={which} found={found} onChange={onChange} />}
      <Facts
        facts={[
          [t('patients.names'), names.join(', ') || '–'],
          [t('patients.images'), count(counts.images)],
          [t('patients.annotations'), count(counts.annotations)],
          [t('patients.results'), count(counts.results)],
          [t('patients.documents'), count(counts.documents)],
          [t('patients.orders'), count(counts.orders)],
          [t('patients.sent'), t('patients.sentTo', { ...sent, orders: sent.order_system })],
        ]}
      />
      <Images found={found} />
      <Actions which={which} found={found} />
    </Stack>
  )
}

function Issuer({ which, found, onChange }: FoundPartsProps) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('patients.issuer')}
      description={t('patients.issuerHint')}
      placeholder={t('patients.everyIssuer')}
      maw="28rem"
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      data={found.issuers.map((value) => ({ value, label: value || t('patients.noIssuer') }))}
      value={which.issuer ?? null}
      onChange={(issuer) =>
        onChange({ patient_id: which.patient_id, ...(issuer === null ? {} : { issuer }) })
      }
    />
  )
}

function Images({ found }: { found: FoundPatient }) {
  const { t } = useTranslation()
  const rows = found.datasets.flatMap((dataset) =>
    dataset.images.map((image) => (
      <Table.Tr key={image.id}>
        <Table.Td>{dataset.name}</Table.Td>
        <Table.Td>
          {image.deleted ? (
            t('patients.deletedImage', { name: image.file_name })
          ) : (
            <Anchor component={Link} to={`/annotate/${image.id}`} underline="always">
              {image.file_name}
            </Anchor>
          )}
        </Table.Td>
        <Table.Td>{image.study_date ?? '–'}</Table.Td>
        <Table.Td>{(image.laterality && eyes[image.laterality]) || '–'}</Table.Td>
      </Table.Tr>
    )),
  )
  return (
    <DataTable
      label={t('patients.images')}
      columns={[
        { title: t('patients.dataset') },
        { title: t('patients.image') },
        { title: t('patients.day') },
        { title: t('patients.eye') },
      ]}
      rows={rows}
    />
  )
}

function Actions({ which, found }: { which: Which; found: FoundPatient }) {
  const { t } = useTranslation()
  const show = useShowDialog()
  const isAmbiguous = found.issuers.length > 1 && which.issuer === undefined
  const erase = () => {
    const close = show({
      title: t('patients.erase'),
      children: <EraseForm which={which} found={found} onClose={() => close()} />,
    })
  }
  return (
    <Stack gap="xs">
      <Group>
        <Button
          component="a"
          href={exportAddress(which)}
          download
          variant="default"
          leftSection={<IconDownload size={16} />}
        >
          {t('patients.export')}
        </Button>
        <Button
          color="red.8"
          leftSection={<IconTrash size={16} />}
          disabled={isAmbiguous || found.busy}
          onClick={erase}
        >
          {t('patients.erase')}
        </Button>
      </Group>
      {isAmbiguous && <Text size="sm">{t('patients.chooseIssuer')}</Text>}
      {found.busy && <Text size="sm">{t('patients.busy')}</Text>}
    </Stack>
  )
}
