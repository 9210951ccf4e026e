import { ActionIcon, Button, Group, Menu, Progress, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import type { CallOutput } from '../../api/call.ts'
import { useMay } from '../../api/rights.ts'
import { type getAnalysisOfAll, requestAnalysisOfAll } from '#contract/analysis'

import { useConfirm } from '../../ui/dialogs.tsx'
import { IconChevronDown, IconEyeSearch } from '../../ui/icons.ts'
import classes from './analyse-all-button.module.css'
import { analysisOfAll, useAnalyseAll, useLiveProgress } from './api.ts'

/**
 * Analyses the images of a dataset that have no results; its menu offers to analyse all images. Without the
 * right to do so, shows only the progress.
 */
export function AnalyseAllButton({ datasetId }: { datasetId: number }) {
  const { t } = useTranslation()
  const may = useMay()
  const { data } = useQuery(analysisOfAll(datasetId))
  useLiveProgress(datasetId)
  const { isPending, analyse, analyseAgain } = useAnalyseAll(datasetId)
  const confirm = useConfirm()
  if (data?.task) return <UnderWay progress={data} taskId={data.task.id} />
  if (!may(requestAnalysisOfAll)) return null
  const images = data?.images ?? 0
  const again = () =>
    confirm({
      title: t('analysis.all.againTitle'),
      lines: [t('analysis.all.againLines', { count: images })],
      confirm: t('analysis.all.again'),
      onConfirm: analyseAgain,
    })
  return (
    <Group gap={1} wrap="nowrap">
      <Button
        variant="default"
        leftSection={<IconEyeSearch size={16} />}
        loading={isPending}
        onClick={analyse}
        className={classes['main'] ?? ''}
      >
        {t('analysis.all.button')}
      </Button>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('analysis.all.options')}
            disabled={images === 0}
          >
            <IconChevronDown size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={again}>{t('analysis.all.again')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

interface UnderWayProps {
  progress: CallOutput<typeof getAnalysisOfAll>
  taskId: number
}

/** Progress by images, with a link to the task. */
function UnderWay({ progress: { done, failed, total }, taskId }: UnderWayProps) {
  const { t } = useTranslation()
  const counts = t('analysis.all.progress', { done, total })
  return (
    <Button
      component={Link}
      to={`/tasks?id=${taskId}`}
      variant="default"
      className={classes['underWay'] ?? ''}
      aria-label={`${t('analysis.all.button')}: ${counts}`}
      leftSection={<IconEyeSearch size={16} />}
    >
      <Text span size="sm">
        {counts}
        {failed > 0 && ` · ${t('analysis.all.failed', { count: failed })}`}
      </Text>
      <Progress
        value={total === 0 ? 0 : (100 * done) / total}
        size="xs"
        className={classes['progress'] ?? ''}
        aria-hidden
      />
    </Button>
  )
}
