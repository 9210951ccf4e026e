import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { Dialog } from '../../ui/dialog.tsx'
import { IconEye } from '../../ui/icons.ts'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { useConfirm } from '../../ui/dialogs.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import { AboutClinic } from './about-clinic.tsx'
import { type ExampleClinic, exampleClinic, useRemoveClinic } from './api.ts'
import { LoadButton } from './load-button.tsx'

/** Opens the dialog that explains the example clinic, loads it and removes it. */
export function ClinicButton() {
  const { t } = useTranslation()
  const [opened, setOpened] = useOpened('example')
  return (
    <>
      <Button variant="default" leftSection={<IconEye size={16} />} onClick={() => setOpened(true)}>
        {t('exampleClinic.title')}
      </Button>
      {opened && <ClinicDialog onClose={() => setOpened(false)} />}
    </>
  )
}

function ClinicDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const query = useQuery(exampleClinic)
  return (
    <Dialog opened title={t('exampleClinic.title')} onClose={onClose}>
      <QueryFailed title={t('exampleClinic.failed')} query={query} />
      {query.data !== undefined && <Description clinic={query.data} onClose={onClose} />}
    </Dialog>
  )
}

function Description({ clinic, onClose }: { clinic: ExampleClinic; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Stack gap="sm">
      <Text>
        <AboutClinic clinic={clinic} />
      </Text>
      <Text>{t('exampleClinic.isolation')}</Text>
      <div>
        <Text fw={600}>{t('exampleClinic.credits')}</Text>
        <List size="sm">
          {clinic.credits.map((credit) => (
            <List.Item key={credit.work}>{t('exampleClinic.credit', credit)}</List.Item>
          ))}
        </List>
      </div>
      <Group justify="flex-end" mt="sm" gap="xs">
        {clinic.dataset_id === null ? (
          <LoadButton />
        ) : (
          <LoadedActions datasetId={clinic.dataset_id} onClose={onClose} />
        )}
      </Group>
    </Stack>
  )
}

function LoadedActions({ datasetId, onClose }: { datasetId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const remove = useRemoveClinic()
  const ask = () =>
    confirm({
      title: t('exampleClinic.removeTitle'),
      lines: [t('exampleClinic.removeLoss')],
      confirm: t('exampleClinic.remove'),
      onConfirm: () => remove.mutate({}, { onSuccess: onClose }),
    })
  return (
    <>
      <Button variant="default" color="red" loading={remove.isPending} onClick={ask}>
        {t('exampleClinic.remove')}
      </Button>
      <Button component={Link} to={`/tabulardataset/${datasetId}`}>
        {t('exampleClinic.open')}
      </Button>
    </>
  )
}
