import { Duties } from '../features/account/duties.tsx'
import { PreferredLanguage } from '../features/account/preferred-language.tsx'
import { SessionTimer } from '../features/account/session-timer.tsx'
import { SessionWatch } from '../features/account/session-watch.tsx'
import { UserMenu } from '../features/account/user-menu.tsx'
import { onCommentsEvent, onNoticesEvent } from '../features/comments/api.ts'
import { NoticesButton } from '../features/comments/notices-button.tsx'
import { onDatasetEvent, onPresenceEvent, onWorkOnDataset } from '../features/datasets/api.ts'
import { UnsavedWork } from '../features/annotations/saving/unsaved-work.tsx'
import { onExportsChanged } from '../features/exports/api.ts'
import { onReleasesChanged } from '../features/releases/api.ts'
import { HelpButton, HelpItem } from '../features/guide/help-buttons.tsx'
import { HelpPanel } from '../features/guide/help-panel.tsx'
import { SearchButton } from '../features/search/search-button.tsx'
import { UndeliveredNotice } from '../features/outbox/undelivered-notice.tsx'
import { onContentChanged } from '../features/statistics/api.ts'
import { onTaskEvent } from '../features/tasks/api.ts'
import { TaskIndicator } from '../features/tasks/task-indicator.tsx'
import { SignedIn } from '../shell/guards.tsx'
import { type LiveHandlers, LiveUpdates } from '../shell/live-updates.tsx'
import { Shell } from '../shell/shell.tsx'
import { useHelpKeys } from '../features/guide/help-keys.ts'
import { HelpProvider } from '../ui/help.tsx'

const liveHandlers: LiveHandlers = {
  task: [onTaskEvent, onWorkOnDataset],
  presence: [onPresenceEvent],
  dataset: [onDatasetEvent, onExportsChanged, onReleasesChanged, onContentChanged],
  comments: [onCommentsEvent],
  notices: [onNoticesEvent],
}

/** The frame of every screen of a signed-in user. */
export function SignedInScreen() {
  const helpKeys = useHelpKeys()
  return (
    <SignedIn>
      {(user) => (
        <Duties user={user}>
          <HelpProvider keys={helpKeys}>
            <Shell
              taskIndicator={<TaskIndicator />}
              sessionTimer={<SessionTimer />}
              noticesButton={<NoticesButton />}
              searchButton={<SearchButton />}
              helpButton={<HelpButton />}
              userMenu={<UserMenu help={<HelpItem />} />}
              notice={<UndeliveredNotice />}
              attendants={
                <>
                  <LiveUpdates handlers={liveHandlers} />
                  <SessionWatch />
                  <PreferredLanguage />
                  <UnsavedWork />
                  <HelpPanel />
                </>
              }
            />
          </HelpProvider>
        </Duties>
      )}
    </SignedIn>
  )
}
