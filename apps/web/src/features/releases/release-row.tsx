import { Badge, Button, Code, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { type Release, withdrawRelease } from '#contract/releases'

import { useMay } from '../../api/rights.ts'
import { fileSize } from '../../i18n/format.ts'
import { ago, momentText } from '../../i18n/time.ts'
import { IconDownload, IconGitCompare } from '../../ui/icons.ts'
import { downloadAddress } from './api.ts'
import classes from './release-list.module.css'

interface ReleaseRowProps {
  row: Release
  /** Undefined for the first release. */
  onCompare: (() => void) | undefined
  onWithdraw: () => void
}

export function ReleaseRow({ row, onCompare, onWithdraw }: ReleaseRowProps) {
  const { t } = useTranslation()
  const may = useMay()
  const { number, counts, withdrawn, left_out: left } = row
  const isGone = withdrawn !== null
  const content = [
    t('releases.countImages', { count: counts.images }),
    t('releases.countPatients', { count: counts.patients }),
    t('releases.countAnnotations', { count: counts.annotations }),
    ...(isGone ? [] : [fileSize(row.size)]),
  ].join(', ')
  return (
    <li className={classes['row']}>
      <div className={classes['what']}>
        <Text fw={600} td={isGone ? 'line-through' : undefined}>
          {t('releases.name', { number, title: row.title })}
        </Text>
        <Text size="sm" c="dimmed" title={momentText(row.created_at)}>
          {ago(row.created_at)}
          {row.created_by !== '' && ` · ${t('releases.by', { name: row.created_by })}`} · {content}
        </Text>
        <Group gap={6} mt={4}>
          {row.identified && (
            <Badge variant="light" color="orange">
              {t('releases.identified')}
            </Badge>
          )}
          <Badge variant="light" color="gray">
            {t(`releases.imageForms.${row.images}`)}
          </Badge>
          {row.contents.map((each) => (
            <Badge key={each} variant="light" color="gray">
              {t(`releases.contentNames.${each}`)}
            </Badge>
          ))}
        </Group>
        {row.replaces !== null && (
          <Text size="sm" mt={4}>
            {t('releases.replaces', { number: row.replaces })}
          </Text>
        )}
        {left.unchecked + left.unreadable > 0 && (
          <Text size="sm" mt={4}>
            {t('releases.leftOut', { unchecked: left.unchecked, unreadable: left.unreadable })}
          </Text>
        )}
        {isGone ? (
          <Text size="sm" mt={4} title={momentText(withdrawn.at)}>
            {withdrawn.reason === null
              ? t('releases.withdrawnByErasure', { ago: ago(withdrawn.at) })
              : t('releases.withdrawn', { ago: ago(withdrawn.at), reason: withdrawn.reason })}
          </Text>
        ) : (
          <Text size="xs" c="dimmed" mt={4}>
            SHA-256 <Code className={classes['digest']}>{row.sha256}</Code>
          </Text>
        )}
      </div>
      <Group gap="xs">
        {onCompare !== undefined && (
          <Button
            variant="default"
            leftSection={<IconGitCompare size={16} />}
            aria-label={t('releases.compareOf', { number })}
            onClick={onCompare}
          >
            {t('releases.compare')}
          </Button>
        )}
        {!isGone && may(withdrawRelease) && (
          <Button
            variant="default"
            aria-label={t('releases.withdrawOf', { number })}
            onClick={onWithdraw}
          >
            {t('releases.withdraw')}
          </Button>
        )}
        {row.downloadable && (
          <Button
            component="a"
            href={downloadAddress(row.id)}
            download
            leftSection={<IconDownload size={16} />}
            aria-label={t('releases.downloadOf', { number })}
          >
            {t('releases.download')}
          </Button>
        )}
      </Group>
    </li>
  )
}
