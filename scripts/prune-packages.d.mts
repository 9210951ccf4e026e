/** Removes what packages bring along and nothing here reads; `folder` is node_modules. */
export function prunePackages(folder: string): void
