import {
  createBrowserRouter,
  Navigate,
  Outlet,
  type RouteObject,
  useRouteError,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'

import { currentLanguage, loadAllTexts } from './i18n/i18n.ts'
import { BrokenPage } from './shell/broken-page.tsx'
import { SignInScreen } from './screens/sign-in.tsx'
import { SignedOut } from './shell/guards.tsx'
import { signInPath, visitorPaths } from './shell/paths.ts'
import { fetched } from './shell/screen-not-loaded.ts'
import { Dialogs } from './ui/dialogs.tsx'
import { Notices } from './ui/notices.tsx'

/** Dialogs and notices are inside the router, so that they can contain links. */
function Root() {
  return (
    <Dialogs>
      <Notices />
      <Outlet />
    </Dialogs>
  )
}

function BrokenRoute() {
  return <BrokenPage error={useRouteError()} />
}

/** Loads a screen with the texts of all screens; the first file has only those of the sign-in page. */
function withTexts<Screen>(fetchScreen: () => Promise<Screen>): () => Promise<Screen> {
  return fetched(async () => {
    const [screen] = await Promise.all([fetchScreen(), loadAllTexts(currentLanguage())])
    return screen
  })
}

/** Screens that are loaded on first use. */
const lazily = {
  signedIn: withTexts(async () => ({
    Component: (await import('./screens/signed-in.tsx')).SignedInScreen,
  })),
  help: withTexts(async () => ({
    Component: (await import('./features/info/help-page.tsx')).HelpPage,
  })),
  apiAccess: withTexts(async () => ({
    Component: (await import('./shell/api-access-page.tsx')).ApiAccessPage,
  })),
  notFound: fetched(async () => ({
    Component: (await import('./shell/not-found-page.tsx')).NotFoundPage,
  })),
  admin: fetched(async () => ({ Component: (await import('./screens/admin.tsx')).AdminScreen })),
  datasets: fetched(async () => ({
    Component: (await import('./screens/datasets.tsx')).DatasetsScreen,
  })),
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

/** Loads the screen that follows signing in. A failure is shown when it is opened. */
export function loadFirstScreen(): void {
  void Promise.allSettled([lazily.signedIn(), lazily.datasets()])
}

const screens: RouteObject[] = [
  { index: true, lazy: lazily.datasets },
  { path: 'datasets', lazy: lazily.datasets },
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
    lazy: lazily.admin,
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
  { path: '*', lazy: lazily.notFound },
]

const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: BrokenRoute,
    HydrateFallback: () => null,
    children: [
      {
        path: signInPath,
        element: (
          <SignedOut>
            <SignInScreen />
          </SignedOut>
        ),
      },
      {
        path: visitorPaths.help,
        lazy: lazily.help,
      },
      {
        path: visitorPaths.apiAccess,
        lazy: lazily.apiAccess,
      },
      {
        path: '/',
        lazy: lazily.signedIn,
        children: [{ ErrorBoundary: BrokenRoute, children: screens }],
      },
    ],
  },
])

/** The screen at the address of the window. */
export function Screens() {
  return <RouterProvider router={router} />
}
