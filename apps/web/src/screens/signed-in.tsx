import { PreferredLanguage } from '../features/account/preferred-language.tsx'
import { SessionTimer } from '../features/account/session-timer.tsx'
import { SessionWatch } from '../features/account/session-watch.tsx'
import { TemporaryPassword } from '../features/account/temporary-password.tsx'
import { UserMenu } from '../features/account/user-menu.tsx'
import { onDatasetEvent, onPresenceEvent } from '../features/datasets/api.ts'
import { UnsavedWork } from '../features/annotations/saving/unsaved-work.tsx'
import { onExportsChanged } from '../features/exports/api.ts'
import { UndeliveredNotice } from '../features/outbox/undelivered-notice.tsx'
import { onTaskEvent } from '../features/tasks/api.ts'
import { TaskIndicator } from '../features/tasks/task-indicator.tsx'
import { SignedIn } from '../shell/guards.tsx'
import { type LiveHandlers, LiveUpdates } from '../shell/live-updates.tsx'
import { Shell } from '../shell/shell.tsx'

const liveHandlers: LiveHandlers = {
  task: [onTaskEvent],
  presence: [onPresenceEvent],
  dataset: [onDatasetEvent, onExportsChanged],
}

/** The frame of every screen of a signed-in user. */
export function SignedInScreen() {
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
