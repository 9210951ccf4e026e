import { createBrowserRouter, Navigate, Outlet, type RouteObject } from 'react-router'

import { AuthPage } from './features/account/auth-page.tsx'
import { PreferredLanguage } from './features/account/preferred-language.tsx'
import { SessionTimer } from './features/account/session-timer.tsx'
import { SessionWatch } from './features/account/session-watch.tsx'
import { TemporaryPassword } from './features/account/temporary-password.tsx'
import { UserMenu } from './features/account/user-menu.tsx'
import { onDatasetEvent, onPresenceEvent } from './features/datasets/api.ts'
import { UnsavedWork } from './features/annotations/saving/unsaved-work.tsx'
import { onExportsChanged } from './features/exports/api.ts'
import { HelpPage } from './features/info/help-page.tsx'
import { RegulatoryBlock } from './features/info/regulatory-block.tsx'
import { UndeliveredNotice } from './features/outbox/undelivered-notice.tsx'
import { onTaskEvent } from './features/tasks/api.ts'
import { TaskIndicator } from './features/tasks/task-indicator.tsx'
import { BrokenPage } from './shell/broken-page.tsx'
import { AdminScreen } from './screens/admin.tsx'
import { DatasetsScreen } from './screens/datasets.tsx'
import { ApiAccessPage } from './shell/api-access-page.tsx'
import { SignedIn, SignedOut } from './shell/guards.tsx'
import { type LiveHandlers, LiveUpdates } from './shell/live-updates.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { fetched } from './shell/screen-not-loaded.ts'
import { Shell } from './shell/shell.tsx'
import { Dialogs } from './ui/dialogs.tsx'
import { Notices } from './ui/notices.tsx'

const liveHandlers: LiveHandlers = {
  task: [onTaskEvent],
  presence: [onPresenceEvent],
  dataset: [onDatasetEvent, onExportsChanged],
}

/** Dialogs and notices are inside the router, so that they can contain links. */
function Root() {
  return (
    <Dialogs>
      <Notices />
      <Outlet />
    </Dialogs>
  )
}

function SignedInShell() {
  return (
    <SignedIn>
      {(user) => (
        <TemporaryPassword user={user}>
          <Shell
            taskIndicator={<TaskIndicator />}
            sessionTimer={<SessionTimer />}
            userMenu={<UserMenu />}
            notice={<UndeliveredNotice />}
            attendants={
              <>
                <LiveUpdates handlers={liveHandlers} />
                <SessionWatch />
                <PreferredLanguage />
                <UnsavedWork />
              </>
            }
          />
        </TemporaryPassword>
      )}
    </SignedIn>
  )
}

/** Screens that are loaded on first use. */
const lazily = {
  about: fetched(async () => ({ Component: (await import('./screens/about.tsx')).AboutScreen })),
  annotate: fetched(async () => ({
    Component: (await import('./screens/annotate.tsx')).AnnotateScreen,
  })),
  report: fetched(async () => ({ Component: (await import('./screens/report.tsx')).ReportScreen })),
  patientReport: fetched(async () => ({
    Component: (await import('./screens/report.tsx')).PatientReportScreen,
  })),
  categories: fetched(async () => ({
    Component: (await import('./screens/categories.tsx')).CategoriesScreen,
  })),
  dataset: fetched(async () => ({
    Component: (await import('./screens/dataset.tsx')).DatasetScreen,
  })),
  tabularDataset: fetched(async () => ({
    Component: (await import('./screens/tabular-dataset.tsx')).TabularDatasetScreen,
  })),
  profile: fetched(async () => ({
    Component: (await import('./screens/profile.tsx')).ProfileScreen,
  })),
  tasks: fetched(async () => ({
    Component: (await import('./features/tasks/tasks-page.tsx')).TasksPage,
  })),
  undo: fetched(async () => ({
    Component: (await import('./features/undo/undo-page.tsx')).UndoPage,
  })),
  users: fetched(async () => ({ Component: (await import('./screens/users.tsx')).UsersScreen })),
  audit: fetched(async () => ({
    Component: (await import('./features/audit/audit-page.tsx')).AuditPage,
  })),
  models: fetched(async () => ({
    Component: (await import('./features/models/models-page.tsx')).ModelsPage,
  })),
  references: fetched(async () => ({
    Component: (await import('./features/references/references-page.tsx')).ReferencesPage,
  })),
  dicom: fetched(async () => ({
    Component: (await import('./screens/receiver.tsx')).ReceiverScreen,
  })),
  outbox: fetched(async () => ({
    Component: (await import('./features/outbox/outbox-page.tsx')).OutboxPage,
  })),
  system: fetched(async () => ({
    Component: (await import('./features/system/system-page.tsx')).SystemPage,
  })),
}

const screens: RouteObject[] = [
  { index: true, Component: DatasetsScreen },
  { path: 'datasets', Component: DatasetsScreen },
  { path: 'dataset/:identifier', lazy: lazily.dataset },
  { path: 'tabulardataset/:identifier', lazy: lazily.tabularDataset },
  { path: 'annotate/:identifier', lazy: lazily.annotate },
  { path: 'report/:identifier', lazy: lazily.report },
  { path: 'report/:identifier/patient', lazy: lazily.patientReport },
  { path: 'categories', lazy: lazily.categories },
  { path: 'undo', lazy: lazily.undo },
  { path: 'tasks', lazy: lazily.tasks },
  { path: 'user', lazy: lazily.profile },
  {
    path: 'admin',
    Component: AdminScreen,
    children: [
      { index: true, element: <Navigate to="/admin/panel" replace /> },
      { path: 'panel', lazy: lazily.users },
      { path: 'audit', lazy: lazily.audit },
      { path: 'models', lazy: lazily.models },
      { path: 'references', lazy: lazily.references },
      { path: 'dicom', lazy: lazily.dicom },
      { path: 'outbox', lazy: lazily.outbox },
      { path: 'system', lazy: lazily.system },
    ],
  },
  { path: 'about', lazy: lazily.about },
  { path: '*', Component: NotFoundPage },
]

export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: BrokenPage,
    HydrateFallback: () => null,
    children: [
      {
        path: '/auth',
        element: (
          <SignedOut>
            <AuthPage regulatory={<RegulatoryBlock />} />
          </SignedOut>
        ),
      },
      {
        path: '/help',
        Component: HelpPage,
      },
      {
        path: '/api-access',
        Component: ApiAccessPage,
      },
      {
        path: '/',
        Component: SignedInShell,
        children: [{ ErrorBoundary: BrokenPage, children: screens }],
      },
    ],
  },
])
