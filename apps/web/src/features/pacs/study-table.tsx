import { Badge, Checkbox, Skeleton, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { PacsSettings } from '#contract/pacs'
import type { PacsStudy } from '#contract/pacs-search'

import { count } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import classes from './retrieve-dialog.module.css'
import { canBeTaken, isWhole, writingsOf } from './study.ts'

const columns = [
  'name',
  'patientID',
  'born',
  'study',
  'accessionNumber',
  'modality',
  'description',
  'images',
  'present',
] as const

interface StudyTableProps {
  /** Undefined during the search. */
  studies: readonly PacsStudy[] | undefined
  modality: PacsSettings['MODALITY']
  ticked: ReadonlySet<string>
  onTick: (studies: readonly PacsStudy[], isTicked: boolean) => void
}

/** Selectable studies, scrolling below the heading. */
export function StudyTable({ studies, modality, ticked, onTick }: StudyTableProps) {
  const { t } = useTranslation()
  const takeable = (studies ?? []).filter((study) => canBeTaken(study, modality))
  const areAll = takeable.length > 0 && takeable.every(({ study_uid: uid }) => ticked.has(uid))
  return (
    <ScrollRegion label={t('pacs.studies')} className={classes['scroll']}>
      <Table
        highlightOnHover
        stickyHeader
        fz="0.8125rem"
        className={classes['table'] ?? ''}
        aria-label={t('pacs.studies')}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <Checkbox
                size="xs"
                aria-label={t('pacs.tickAll')}
                disabled={takeable.length === 0}
                checked={areAll}
                indeterminate={!areAll && ticked.size > 0}
                onChange={(event) => onTick(takeable, event.currentTarget.checked)}
              />
            </Table.Th>
            {columns.map((column) => (
              <Table.Th key={column} data-column={column}>
                {t(`pacs.columns.${column}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {studies?.map((study) => (
            <StudyRow
              key={study.study_uid}
              study={study}
              modality={modality}
              isTicked={ticked.has(study.study_uid)}
              onTick={(isTicked) => onTick([study], isTicked)}
            />
          )) ?? <Skeletons />}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  )
}

interface StudyRowProps extends Pick<StudyTableProps, 'modality'> {
  study: PacsStudy
  isTicked: boolean
  onTick: (isTicked: boolean) => void
}

function StudyRow({ study, modality, isTicked, onTick }: StudyRowProps) {
  const { t } = useTranslation()
  const { first = t('pacs.nameless'), others } = writingsOf(study, currentLanguage())
  const isTakeable = canBeTaken(study, modality)
  const day = study.study_date ?? t('pacs.unknown')
  const cells: Readonly<Record<(typeof columns)[number], ReactNode>> = {
    name: (
      <>
        {first}
        {others.length > 0 && (
          <Text component="div" size="xs" c="dimmed">
            {others.join(' · ')}
          </Text>
        )}
      </>
    ),
    patientID: study.patientID,
    born: [study.birth_date, sexOf(study, t)].filter(Boolean).join(' · '),
    study: `${day} ${study.study_time?.slice(0, 'hh:mm'.length) ?? ''}`,
    accessionNumber: study.accession_number,
    modality: study.modalities.join(', '),
    description: study.description,
    images: study.instances === null ? t('pacs.unknown') : count(study.instances),
    present: <Present study={study} isTakeable={isTakeable} modality={modality} />,
  }
  return (
    <Table.Tr
      className={classes['row'] ?? ''}
      data-off={!isTakeable || undefined}
      onClick={() => onTick(!isTicked)}
    >
      <Table.Td>
        <Checkbox
          size="xs"
          aria-label={t('pacs.tick', { name: first, day })}
          disabled={!isTakeable}
          checked={isTicked}
          onClick={(event) => event.stopPropagation()}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
      </Table.Td>
      {columns.map((column) => (
        <Table.Td key={column} data-column={column}>
          {cells[column]}
        </Table.Td>
      ))}
    </Table.Tr>
  )
}

function sexOf({ sex }: PacsStudy, t: (key: 'pacs.sexes.F' | 'pacs.sexes.M') => string): string {
  return sex === 'F' || sex === 'M' ? t(`pacs.sexes.${sex}`) : sex
}

/** The part of a study that the dataset already has, or why it accepts nothing of it. */
function Present({
  study,
  isTakeable,
  modality,
}: Pick<StudyRowProps, 'study' | 'modality'> & { isTakeable: boolean }) {
  const { t } = useTranslation()
  if (!isTakeable) return t('pacs.notTaken', { modality })
  if (study.present === 0) return null
  return isWhole(study) ? (
    <Badge size="sm" variant="light" color="green">
      {t('pacs.presentWhole')}
    </Badge>
  ) : (
    t('pacs.presentSome', { count: study.present })
  )
}

function Skeletons() {
  return Array.from({ length: 6 }, (_, row) => (
    <Table.Tr key={row} aria-hidden>
      <Table.Td colSpan={columns.length + 1}>
        <Skeleton height={20} />
      </Table.Td>
    </Table.Tr>
  ))
}
