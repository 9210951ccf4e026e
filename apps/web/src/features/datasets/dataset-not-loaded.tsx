import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { CallError } from '../../api/call-error.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconPhotoOff } from '../../ui/icons.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageTitle } from '../../ui/page.tsx'
import classes from './dataset-page.module.css'

/** Whether the dataset does not exist, or no longer for the viewer. */
export function isNotFound(error: Error): boolean {
  return error instanceof CallError && error.status === 404
}

/** Replaces a dataset's page if the dataset does not exist or could not be loaded. */
export function DatasetNotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes['notLoaded']}>
      <PageTitle title={t('datasets.loadingFailed')} />
      {isNotFound(error) ? (
        <EmptyState
          icon={<IconPhotoOff size={40} />}
          title={t('datasets.notFound')}
          action={
            <Button component={Link} to="/" variant="default">
              {t('shell.toMyImages')}
            </Button>
          }
        />
      ) : (
        <LoadFailed title={t('datasets.loadingFailed')} error={error} onRetry={onRetry} />
      )}
    </div>
  )
}
