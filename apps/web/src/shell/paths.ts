import type { ScreenPath } from '#contract/screens'

/** Path of the sign-in page. */
export const signInPath = '/auth' satisfies ScreenPath

/** Paths of the screens that visitors may open without signing in. */
export const visitorPaths = {
  help: '/help',
  apiAccess: '/api-access',
  newPassword: '/new-password',
} as const satisfies Record<string, ScreenPath>

export function isForVisitors(pathname: string): boolean {
  return Object.values<string>(visitorPaths).includes(pathname)
}

/** True for the screen that follows signing in by default. */
export function isFirstScreen(pathname: string): boolean {
  return pathname === '/' || pathname === '/datasets'
}
