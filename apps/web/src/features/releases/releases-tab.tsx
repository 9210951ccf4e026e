import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Dataset } from '#contract/datasets'
import { checkText, type Release, startRelease } from '#contract/releases'

import { useMay } from '../../api/rights.ts'
import { useTaskProgress } from '../../api/task-progress.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconStack2 } from '../../ui/icons.ts'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { TaskButton } from '../../ui/task-button.tsx'
import { releaseList, useStartRelease } from './api.ts'
import { ComparisonDialog } from './comparison-dialog.tsx'
import { ReleaseForm } from './release-form.tsx'
import classes from './release-list.module.css'
import { ReleaseRow } from './release-row.tsx'
import { type MaskQuestionType, TextCheckDialog } from './text-check-dialog.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

interface ReleasesTabProps {
  dataset: Pick<Dataset, 'id' | 'bearsIdentity'>
  MaskQuestion: MaskQuestionType
}

type Opened =
  | { readonly kind: 'form' | 'checks' }
  | { readonly kind: 'compare' | 'withdraw'; readonly release: Release }

/** The releases of a dataset, and what leads to the next. */
export function ReleasesTab({ dataset, MaskQuestion }: ReleasesTabProps) {
  const { t } = useTranslation()
  const may = useMay()
  const query = useQuery(releaseList(dataset.id))
  const start = useStartRelease()
  const [started, setStarted] = useState<number | null>(null)
  const task = useTaskProgress(started)
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const { data } = query
  const earlierThan = ({ number }: Release) => data?.filter((each) => each.number < number) ?? []
  return (
    <Stack gap="md">
      <Group gap="sm">
        {may(startRelease) && (
          <TaskButton
            icon={<IconStack2 size={16} />}
            label={t('releases.make')}
            task={task}
            onClick={() => setOpened({ kind: 'form' })}
          />
        )}
        {may(checkText) && (
          <Button variant="default" onClick={() => setOpened({ kind: 'checks' })}>
            {t('releases.check')}
          </Button>
        )}
      </Group>
      <QueryFailed title={t('common.loadFailed')} query={query} />
      {query.isPending && <Skeleton height={64} />}
      {data !== undefined && (
        <ReleaseList releases={data} earlierThan={earlierThan} onOpen={setOpened} />
      )}
      {opened?.kind === 'form' && (
        <ReleaseForm
          datasetId={dataset.id}
          bearsIdentity={dataset.bearsIdentity}
          busy={start.isPending}
          onSubmit={(body) =>
            start.mutate(
              { params: { id: dataset.id }, body },
              {
                onSuccess: ({ id }) => {
                  setStarted(id)
                  close()
                },
              },
            )
          }
          onClose={close}
        />
      )}
      {opened?.kind === 'checks' && (
        <TextCheckDialog datasetId={dataset.id} MaskQuestion={MaskQuestion} onClose={close} />
      )}
      {opened?.kind === 'compare' && (
        <ComparisonDialog
          release={opened.release}
          earlier={earlierThan(opened.release)}
          onClose={close}
        />
      )}
      {opened?.kind === 'withdraw' && (
        <WithdrawDialog datasetId={dataset.id} release={opened.release} onClose={close} />
      )}
    </Stack>
  )
}

interface ReleaseListProps {
  releases: readonly Release[]
  earlierThan: (release: Release) => readonly Release[]
  onOpen: (opened: Opened) => void
}

function ReleaseList({ releases, earlierThan, onOpen }: ReleaseListProps) {
  const { t } = useTranslation()
  if (releases.length === 0) {
    return (
      <EmptyState icon={<IconStack2 size={40} />} title={t('releases.empty')}>
        {t('releases.emptyHint')}
      </EmptyState>
    )
  }
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('releases.frozen')}
      </Text>
      <ul className={classes['list']} aria-label={t('releases.list')}>
        {releases.map((row) => (
          <ReleaseRow
            key={row.id}
            row={row}
            onCompare={
              earlierThan(row).length === 0
                ? undefined
                : () => onOpen({ kind: 'compare', release: row })
            }
            onWithdraw={() => onOpen({ kind: 'withdraw', release: row })}
          />
        ))}
      </ul>
    </>
  )
}
