import {
  createBrowserRouter,
  Navigate,
  Outlet,
  type RouteObject,
  useRouteError,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'

import type { ScreenPath } from '#contract/screens'

import type { HelpTopic } from './features/guide/help-topics.ts'
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
    Component: (await import('./screens/help.tsx')).HelpScreen,
  })),
  apiAccess: withTexts(async () => ({
    Component: (await import('./shell/api-access-page.tsx')).ApiAccessPage,
  })),
  newPassword: withTexts(async () => ({
    Component: (await import('./features/account/new-password-page.tsx')).NewPasswordPage,
  })),
  notFound: fetched(async () => ({
    Component: (await import('./shell/not-found-page.tsx')).NotFoundPage,
  })),
  admin: fetched(async () => ({ Component: (await import('./screens/admin.tsx')).AdminScreen })),
  datasets: fetched(async () => ({
    Component: (await import('./screens/datasets.tsx')).DatasetsScreen,
  })),
  about: fetched(async () => ({
    Component: (await import('./features/info/about-page.tsx')).AboutPage,
  })),
  annotate: fetched(async () => ({
    Component: (await import('./screens/annotate.tsx')).AnnotateScreen,
  })),
  report: fetched(async () => ({ Component: (await import('./screens/report.tsx')).ReportScreen })),
  patientReport: fetched(async () => ({
    Component: (await import('./screens/report.tsx')).PatientReportScreen,
  })),
  handout: fetched(async () => ({
    Component: (await import('./screens/report.tsx')).HandoutScreen,
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
  work: fetched(async () => ({
    Component: (await import('./screens/work.tsx')).WorkScreen,
  })),
  score: fetched(async () => ({
    Component: (await import('./screens/work.tsx')).ScoreScreen,
  })),
  adjudicate: fetched(async () => ({
    Component: (await import('./screens/adjudicate.tsx')).AdjudicateScreen,
  })),
  undo: fetched(async () => ({
    Component: (await import('./features/undo/undo-page.tsx')).UndoPage,
  })),
  users: fetched(async () => ({ Component: (await import('./screens/users.tsx')).UsersScreen })),
  sites: fetched(async () => ({
    Component: (await import('./features/sites/sites-page.tsx')).SitesPage,
  })),
  audit: fetched(async () => ({
    Component: (await import('./features/audit/audit-page.tsx')).AuditPage,
  })),
  models: fetched(async () => ({
    Component: (await import('./features/models/models-page.tsx')).ModelsPage,
  })),
  references: fetched(async () => ({
    Component: (await import('./features/references/references-page.tsx')).ReferencesPage,
  })),
  patients: fetched(async () => ({
    Component: (await import('./features/patients/patients-page.tsx')).PatientsPage,
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

/** A screen with the topic that its help opens at. */
function opens(name: keyof typeof lazily, help: HelpTopic): Pick<RouteObject, 'lazy' | 'handle'> {
  return { lazy: lazily[name], handle: { help } }
}

/** A route whose path the server knows. */
type ScreenRoute = RouteObject & {
  readonly path?: ScreenPath | '*'
  readonly children?: ScreenRoute[]
}

const screens: ScreenRoute[] = [
  { index: true, ...opens('datasets', 'datasets') },
  { path: '/datasets', ...opens('datasets', 'datasets') },
  { path: '/dataset/:identifier', ...opens('dataset', 'dataset') },
  { path: '/tabulardataset/:identifier', ...opens('tabularDataset', 'table') },
  { path: '/annotate/:identifier', ...opens('annotate', 'annotate') },
  { path: '/report/:identifier', ...opens('report', 'report') },
  { path: '/report/:identifier/patient', ...opens('patientReport', 'course') },
  { path: '/report/:identifier/handout', ...opens('handout', 'report') },
  { path: '/categories', ...opens('categories', 'categories') },
  { path: '/undo', ...opens('undo', 'undo') },
  { path: '/work', ...opens('work', 'work') },
  { path: '/work/:identifier/score', ...opens('score', 'work') },
  {
    path: '/dataset/:identifier/assignment/:assignment/image/:image',
    ...opens('adjudicate', 'work'),
  },
  { path: '/tasks', ...opens('tasks', 'tasks') },
  { path: '/user', ...opens('profile', 'profile') },
  {
    path: '/admin',
    lazy: lazily.admin,
    children: [
      { index: true, element: <Navigate to="/admin/panel" replace /> },
      { path: '/admin/panel', ...opens('users', 'users') },
      { path: '/admin/sites', ...opens('sites', 'sites') },
      { path: '/admin/audit', ...opens('audit', 'audit') },
      { path: '/admin/models', ...opens('models', 'models') },
      { path: '/admin/references', ...opens('references', 'references') },
      { path: '/admin/patients', ...opens('patients', 'patients') },
      { path: '/admin/dicom', ...opens('dicom', 'receiver') },
      { path: '/admin/outbox', ...opens('outbox', 'outbox') },
      { path: '/admin/system', ...opens('system', 'system') },
    ],
  },
  { path: '/about', ...opens('about', 'about') },
  { path: '*', ...opens('notFound', 'other') },
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
        path: visitorPaths.newPassword,
        lazy: lazily.newPassword,
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
