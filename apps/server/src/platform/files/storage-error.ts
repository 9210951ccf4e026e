/** A store of files that cannot be used as it is set up, for a reason that the operator can change. */
export class StorageSetupError extends Error {}

/** The store of files does not answer for now: what failed may be tried again later. */
export class StorageAway extends Error {}
