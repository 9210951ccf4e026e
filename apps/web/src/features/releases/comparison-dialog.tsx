import { Skeleton, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import type { Difference, Release } from '#contract/releases'

import { ChoiceSelect } from '../../ui/choice-select.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { comparison } from './api.ts'
import classes from './release-list.module.css'

interface ComparisonDialogProps {
  release: Release
  /** The releases before it, newest first; at least one. */
  earlier: readonly Release[]
  onClose: () => void
}

const kinds = ['images', 'annotations', 'grades'] as const
const changes = ['added', 'changed', 'removed'] as const

/** Shows how a release differs from an earlier one. */
export function ComparisonDialog({ release, earlier, onClose }: ComparisonDialogProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(String(earlier[0]?.id ?? ''))
  const query = useQuery(comparison(release.id, Number(chosen)))
  const { data } = query
  return (
    <Dialog
      opened
      size="lg"
      title={t('releases.comparison', { number: release.number })}
      onClose={onClose}
    >
      <Stack gap="md">
        <ChoiceSelect
          label={t('releases.comparedWith')}
          data={earlier.map(({ id, number, title }) => ({
            value: String(id),
            label: t('releases.name', { number, title }),
          }))}
          value={chosen}
          onChange={setChosen}
        />
        <QueryFailed title={t('releases.compare')} query={query} />
        {query.isPending && <Skeleton height={120} />}
        {data !== undefined && (
          <Table>
            <Heads first={t('releases.compared')} />
            <Table.Tbody>
              {kinds.map((kind) => (
                <Table.Tr key={kind}>
                  <Table.Th scope="row">{t(`releases.kinds.${kind}`)}</Table.Th>
                  <Cells difference={data[kind]} />
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        {data?.different.length === 0 && <Text size="sm">{t('releases.noDifference')}</Text>}
        {data !== undefined && data.different.length > 0 && (
          <ScrollRegion label={t('releases.differentImages')} className={classes['scroll']}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('releases.kinds.images')}</Table.Th>
                  <Table.Th>{t('releases.change')}</Table.Th>
                  <Table.Th>{t('releases.kinds.annotations')}</Table.Th>
                  <Table.Th>{t('releases.kinds.grades')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.different.map((each) => (
                  <Table.Tr key={each.image_id}>
                    <Table.Td>
                      <Link to={`/annotate/${each.image_id}`}>{each.image_id}</Link>
                    </Table.Td>
                    <Table.Td>{t(`releases.changes.${each.change}`)}</Table.Td>
                    <Table.Td>{signsOf(each.annotations)}</Table.Td>
                    <Table.Td>{signsOf(each.grades)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </ScrollRegion>
        )}
      </Stack>
    </Dialog>
  )
}

function Heads({ first }: { first: string }) {
  const { t } = useTranslation()
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{first}</Table.Th>
        {changes.map((change) => (
          <Table.Th key={change}>{t(`releases.changes.${change}`)}</Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  )
}

function Cells({ difference }: { difference: Difference }) {
  return changes.map((change) => <Table.Td key={change}>{difference[change]}</Table.Td>)
}

/** +2 ~1 −3 without those that are 0. */
function signsOf({ added, changed, removed }: Difference): string {
  const signs = [
    ['+', added],
    ['~', changed],
    ['−', removed],
  ] as const
  return signs.flatMap(([sign, count]) => (count === 0 ? [] : [`${sign}${count}`])).join(' ')
}
