import { Alert, Button, FileButton, Group, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { type PatientTableReport, tableColumns } from '#contract/patient-data'

import { useProblemText } from '../../i18n/problem-text.ts'
import { useTold } from '../../i18n/told.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { IconTableImport } from '../../ui/icons.ts'
import { useStateTable } from './api.ts'
import classes from './patient-data.module.css'

interface TableDialogProps {
  datasetId: number
  onClose: () => void
}

/** Tries out a chosen CSV file, then applies it after the user has seen the effects. */
export function TableDialog({ datasetId, onClose }: TableDialogProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const { mutate, isPending, data: report, error } = useStateTable(datasetId)
  const [file, setFile] = useState<File | null>(null)
  const send = (chosen: File, dry_run: 'true' | 'false') =>
    mutate({ params: { id: datasetId }, query: { dry_run }, files: [chosen] })
  const choose = (chosen: File | null) => {
    if (chosen === null) return
    setFile(chosen)
    send(chosen, 'true')
  }
  const mayApply = report !== undefined && !report.applied && report.problem_count === 0
  return (
    <Dialog opened size="xl" title={t('patientData.table.title')} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('patientData.table.hint')}</Text>
        <Text size="xs" ff="monospace">
          {tableColumns.join(', ')}
        </Text>
        <Group gap="sm">
          <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={choose}>
            {(props) => (
              <Button
                {...props}
                variant={file === null ? 'filled' : 'default'}
                loading={isPending}
                leftSection={<IconTableImport size={16} aria-hidden />}
                data-autofocus
              >
                {t(file === null ? 'imports.choose' : 'imports.chooseOther')}
              </Button>
            )}
          </FileButton>
          {file !== null && <Text size="sm">{file.name}</Text>}
        </Group>
        <div aria-live="polite">
          {error !== null && <Alert color="red">{problemText(error)}</Alert>}
          {error === null && report !== undefined && <Report report={report} />}
        </div>
      </Stack>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t(report?.applied ? 'common.close' : 'common.cancel')}
        </Button>
        {report?.applied !== true && (
          <Button
            disabled={!mayApply || report.images === 0 || isPending}
            onClick={() => file !== null && send(file, 'false')}
          >
            {t('patientData.table.apply', { count: report?.images ?? 0 })}
          </Button>
        )}
      </Group>
    </Dialog>
  )
}

function Report({ report }: { report: PatientTableReport }) {
  const { t } = useTranslation()
  const { rows, images, problem_count: problems } = report
  if (problems > 0) {
    return (
      <Stack gap="xs">
        <Alert color="red">{t('patientData.table.problems', { count: problems })}</Alert>
        <Problems problems={report.problems} />
      </Stack>
    )
  }
  const what = report.applied ? 'applied' : images === 0 ? 'nothing' : 'wouldChange'
  return (
    <Stack gap="xs">
      <Alert color={report.applied ? 'green' : 'lagoon'}>
        {t(`patientData.table.${what}`, { count: images, rows })}
      </Alert>
      {images > 0 && <Changes changes={report.changes} />}
    </Stack>
  )
}

function Problems({ problems }: Pick<PatientTableReport, 'problems'>) {
  const { t } = useTranslation()
  const { told } = useTold()
  return (
    <div className={classes['table']}>
      <Table striped>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('patientData.table.row')}</Table.Th>
            <Table.Th>{t('patientData.table.column')}</Table.Th>
            <Table.Th>{t('patientData.table.problem')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {problems.map(({ row, column, told: why }) => (
            <Table.Tr key={`${row} ${column} ${why.key}`}>
              <Table.Td>{row === 0 ? t('patientData.table.heading') : row}</Table.Td>
              <Table.Td>{column}</Table.Td>
              <Table.Td>{told(why)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function Changes({ changes }: Pick<PatientTableReport, 'changes'>) {
  const { t } = useTranslation()
  return (
    <div className={classes['table']}>
      <Table striped>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('patientData.table.image')}</Table.Th>
            <Table.Th>{t('patientData.table.field')}</Table.Th>
            <Table.Th>{t('patientData.table.from')}</Table.Th>
            <Table.Th>{t('patientData.table.to')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(({ image_id: id, file_name: name, field, from, to }) => (
            <Table.Tr key={`${id} ${field}`}>
              <Table.Td>{name}</Table.Td>
              <Table.Td>{t(`patientData.fields.${field}`)}</Table.Td>
              <Table.Td>{shown(from)}</Table.Td>
              <Table.Td>{shown(to)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function shown(value: PatientTableReport['changes'][number]['from']): string {
  if (value === null) return '–'
  if (typeof value !== 'object') return String(value)
  return 'micrometres_per_pixel' in value
    ? `${value.micrometres_per_pixel} µm / px`
    : `${value.field_degrees}° / ${value.circle_px} px`
}
