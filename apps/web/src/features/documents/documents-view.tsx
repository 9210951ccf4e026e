import { ActionIcon, Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { deleteDocument, type StudyDocument } from '#contract/documents'
import type { Image } from '#contract/images'

import { Loading } from '../../ui/loading.tsx'
import { useMay } from '../../api/rights.ts'
import { momentText } from '../../i18n/time.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import {
  IconAlertTriangle,
  IconDownload,
  IconFileText,
  IconFileTypePdf,
  IconTrash,
} from '../../ui/icons.ts'
import { hasFailed, QueryFailed } from '../../ui/load-failed.tsx'
import { useConfirm } from '../../ui/dialogs.tsx'
import { documentAddress, documentsOf, pdfAddress, useDeleteDocument } from './api.ts'
import { ReportView } from './report-view.tsx'

/** Reports, PDFs and segmentations that other systems have added to the study of an image. */
export function DocumentsView({ image }: { image: Image }) {
  const { t } = useTranslation()
  const query = useQuery(documentsOf(image))
  if (hasFailed(query)) return <QueryFailed title={t('documents.loadFailed')} query={query} />
  if (query.data === undefined) return <Loading />
  if (query.data.length === 0) {
    return <EmptyState title={t('documents.none')}>{t('documents.noneHint')}</EmptyState>
  }
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('documents.hint')}
      </Text>
      {query.data.map((document) => (
        <Document key={document.id} datasetId={image.dataset_id} document={document} />
      ))}
    </Stack>
  )
}

interface DocumentProps {
  datasetId: number
  document: StudyDocument
}

/** What other systems have written, with all that can be done with it. */
export function Document({ datasetId, document }: DocumentProps) {
  const { t } = useTranslation()
  const [isRead, setIsRead] = useState(false)
  const { id, kind, type, title, manufacturer, date } = document
  const received = t('documents.received', { at: momentText(document.received_at) })
  const facts = [type, date, manufacturer, received].filter((each) => each !== null && each !== '')
  const name = title === '' ? t(`documents.kinds.${kind}`) : title
  return (
    <Paper withBorder component="section" p="md">
      <Stack gap="xs">
        <Title order={3} size="h5">
          {name}
        </Title>
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
        {document.is_of_other_patient && (
          <Alert color="red" icon={<IconAlertTriangle size={18} />}>
            {t('documents.otherPatient', { id: document.patient_id, name: document.patient_name })}
          </Alert>
        )}
        {document.has_versions && <Text size="sm">{t('documents.hasVersions')}</Text>}
        <Group gap="xs">
          {kind === 'pdf' && (
            <Button
              component="a"
              href={pdfAddress(id)}
              target="_blank"
              rel="noopener noreferrer"
              size="xs"
              leftSection={<IconFileTypePdf size={16} />}
            >
              {t('documents.openPdf')}
            </Button>
          )}
          {kind === 'report' && (
            <Button
              size="xs"
              aria-expanded={isRead}
              leftSection={<IconFileText size={16} />}
              onClick={() => setIsRead(!isRead)}
            >
              {t(isRead ? 'documents.hideReport' : 'documents.readReport')}
            </Button>
          )}
          <Button
            component="a"
            href={documentAddress(id)}
            download
            variant="default"
            size="xs"
            leftSection={<IconDownload size={16} />}
          >
            {t('documents.download')}
          </Button>
          <DeleteButton datasetId={datasetId} id={id} name={name} />
        </Group>
        {isRead && <ReportView id={id} />}
      </Stack>
    </Paper>
  )
}

interface DeleteButtonProps {
  datasetId: number
  id: number
  name: string
}

/** Deletes the document after the user has read that it cannot be restored. */
function DeleteButton({ datasetId, id, name }: DeleteButtonProps) {
  const { t } = useTranslation()
  const may = useMay()
  const confirm = useConfirm()
  const remove = useDeleteDocument(datasetId)
  if (!may(deleteDocument)) return null
  const ask = () =>
    confirm({
      title: t('documents.deleteTitle', { name }),
      lines: [t('documents.deleteLoss'), t('documents.deleteFinal')],
      confirm: t('common.delete'),
      onConfirm: () => remove.mutate({ params: { id } }),
    })
  return (
    <ActionIcon
      color="red"
      aria-label={t('documents.deleteOf', { name })}
      loading={remove.isPending}
      onClick={ask}
    >
      <IconTrash size={16} />
    </ActionIcon>
  )
}
