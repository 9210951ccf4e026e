import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { count } from '../../i18n/format.ts'
import { isInstallationAdmin } from '#contract/account'

import { useViewer } from '../../api/viewer.ts'
import { EmptyState, NextStep } from '../../ui/empty-state.tsx'
import { IconDownload, IconHistory, IconShieldCheck } from '../../ui/icons.ts'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { Paging } from '../../ui/paging.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { pageOf, useQueryString } from '../../ui/search-parameters.ts'
import { auditPage, exportAddress, exportFhirAddress, useVerify } from './api.ts'
import { auditFilterOf } from './audit-filter.ts'
import { AuditFilterForm } from './audit-filter-form.tsx'
import { AuditTable } from './audit-table.tsx'
import { Verdict } from './verdict.tsx'

export function AuditPage() {
  const { t } = useTranslation()
  const [parameters, change] = useQueryString()
  const filter = auditFilterOf(parameters)
  const query = useQuery(auditPage(filter, pageOf(parameters)))
  const { data, error } = query
  const viewer = useViewer()
  const verify = useVerify()
  return (
    <Page
      title={t('audit.title')}
      aside={
        data &&
        t(data.older ? 'audit.newest' : 'audit.count', {
          count: data.pagination.total,
          number: count(data.pagination.total),
        })
      }
      actions={
        <>
          <RefreshButton query={query} />
          <Button
            component="a"
            href={exportAddress(filter)}
            download
            variant="default"
            leftSection={<IconDownload size={16} />}
          >
            {t('audit.export')}
          </Button>
          <Button
            component="a"
            href={exportFhirAddress(filter)}
            download
            variant="default"
            leftSection={<IconDownload size={16} />}
          >
            {t('audit.exportFhir')}
          </Button>
          {viewer !== null && isInstallationAdmin(viewer) && (
            <Button
              leftSection={<IconShieldCheck size={16} />}
              loading={verify.isPending}
              onClick={verify.start}
            >
              {t('audit.verify')}
            </Button>
          )}
        </>
      }
    >
      <Verdict verification={verify.state} />
      <Stack gap="lg">
        <AuditFilterForm
          filter={filter}
          onChange={(changes) => change({ ...changes, page: undefined })}
        />
        <QueryFailed title={t('audit.listFailed')} query={query} />
        {data?.events.length === 0 && (
          <EmptyState
            icon={<IconHistory size={40} />}
            title={t('audit.empty')}
            action={<NextStep to="?">{t('audit.clearFilters')}</NextStep>}
          >
            {t('audit.emptyHint')}
          </EmptyState>
        )}
        {data?.events.length !== 0 && error === null && <AuditTable events={data?.events} />}
        {data !== undefined && (
          <Paging
            page={data.pagination.page}
            pages={data.pagination.pages}
            label={t('common.pages')}
            onChange={(page) => change({ page: String(page) })}
          />
        )}
        {data?.older === true && data.pagination.page === data.pagination.pages && (
          <Text size="sm" c="dimmed">
            {t('audit.olderHint')}
          </Text>
        )}
      </Stack>
    </Page>
  )
}
