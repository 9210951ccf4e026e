import { Anchor, Button, Group, Select, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { type AssignedImage, type ReadingState, readingStates } from '#contract/adjudication'
import type { Assignment } from '#contract/assignments'
import type { Field } from '#contract/fields/field'
import { valueInWords } from '#contract/fields/words'

import { currentLanguage } from '../../i18n/i18n.ts'
import { count } from '../../i18n/format.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { IconDownload } from '../../ui/icons.ts'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Paging } from '../../ui/paging.tsx'
import {
  assignedImages,
  fieldsOfDataset,
  gradesAsFhirAddress,
  outlinesAddress,
  pageOfImage,
  type Place,
} from './api.ts'
import classes from './assigned-images.module.css'
import { ReadingBadge } from './reading-badge.tsx'

interface AssignedImagesProps {
  datasetId: number
  assignment: Assignment
  /** Key of the field whose differences are shown first; undefined: all images. */
  firstField: string | undefined
}

/** The images of an assignment: where readers agree, where not, and what is final. */
export function AssignedImages({ datasetId, assignment, firstField }: AssignedImagesProps) {
  const { t } = useTranslation()
  const place: Place = { datasetId, assignmentId: assignment.id }
  const [state, setState] = useState<ReadingState | undefined>(undefined)
  const [field, setField] = useState(firstField)
  const [page, setPage] = useState(1)
  const query = useQuery(assignedImages(place, { page, state, field }))
  const fields = useQuery(fieldsOfDataset(datasetId)).data?.fields ?? []
  const { data } = query
  const asked = fields.flatMap((each) =>
    assignment.fields.includes(each.field.key) ? [each.field] : [],
  )
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end">
        <Select
          aria-label={t('adjudication.state')}
          placeholder={t('adjudication.allStates')}
          data={readingStates.map((value) => ({
            value,
            label: `${t(`adjudication.states.${value}`)} (${count(data?.counts[value] ?? 0)})`,
          }))}
          value={state ?? null}
          clearable
          w="16rem"
          onChange={(chosen) => {
            setState(readingStates.find((each) => each === chosen))
            setPage(1)
          }}
        />
        <Select
          aria-label={t('adjudication.differingIn')}
          placeholder={t('adjudication.anyField')}
          data={asked.map(({ key, words }) => ({ value: key, label: words[currentLanguage()] }))}
          value={field ?? null}
          clearable
          w="16rem"
          onChange={(chosen) => {
            setField(chosen ?? undefined)
            setPage(1)
          }}
        />
        <Button
          component="a"
          href={gradesAsFhirAddress(place)}
          download
          variant="default"
          leftSection={<IconDownload size={16} />}
        >
          {t('adjudication.exportFhir')}
        </Button>
        {assignment.outlines && (
          <Button
            component="a"
            href={outlinesAddress(place)}
            download
            variant="default"
            leftSection={<IconDownload size={16} />}
          >
            {t('adjudication.exportOutlines')}
          </Button>
        )}
      </Group>
      <QueryFailed title={t('common.loadFailed')} query={query} />
      {data?.images.length === 0 ? (
        <Text c="dimmed">{t('adjudication.noImages')}</Text>
      ) : (
        <DataTable
          label={t('adjudication.images')}
          columns={[
            { title: t('assignments.file') },
            { title: t('adjudication.state') },
            { title: t('adjudication.differs') },
            { title: t('adjudication.final') },
            { title: t('assignments.since') },
          ]}
          rows={data?.images.map((each) => (
            <ImageRow key={each.image_id} row={each} place={place} fields={asked} />
          ))}
        />
      )}
      {data !== undefined && (
        <Paging
          page={data.pagination.page}
          pages={data.pagination.pages}
          label={t('adjudication.images')}
          onChange={setPage}
        />
      )}
    </Stack>
  )
}

interface ImageRowProps {
  row: AssignedImage
  place: Place
  fields: readonly Field[]
}

function ImageRow({ row, place, fields }: ImageRowProps) {
  const { t } = useTranslation()
  const language = currentLanguage()
  const differing = [
    ...fields.flatMap(({ key, words }) => (row.differing.includes(key) ? [words[language]] : [])),
    ...(row.outlines_differ ? [t('adjudication.outlines')] : []),
    ...(row.referred ? [t('adjudication.referred')] : []),
  ]
  const finals = fields.flatMap((field) => {
    const value = row.finals[field.key]
    return value === undefined
      ? []
      : [`${field.words[language]}: ${valueInWords(field, value, language)}`]
  })
  return (
    <Table.Tr>
      <Table.Td className={classes['file']}>
        <Anchor component={Link} to={pageOfImage(place, row.image_id)} size="sm">
          {row.file_name}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <ReadingBadge state={row.state} />
      </Table.Td>
      <Table.Td>{differing.join(', ')}</Table.Td>
      <Table.Td>{finals.join(' · ')}</Table.Td>
      <Table.Td className={classes['moment']}>
        {row.changed_at !== null && <Moment at={row.changed_at} />}
      </Table.Td>
    </Table.Tr>
  )
}
